package param

import "slices"

// Map returns the results of a function for all elements, in order.
func Map[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = of(one)
	}
	return made
}

// Or returns values, or a list of the fallback if there are none.
func Or[T any](values []T, fallback T) []T {
	if len(values) > 0 {
		return values
	}
	return []T{fallback}
}

// Order returns the indices 0, …, n − 1 in the order of a comparison; equal ones keep their order.
func Order(n int, compare func(a, b int) int) []int {
	order := Indices(n)
	slices.SortStableFunc(order, compare)
	return order
}

// Include appends an element unless it is there.
func Include[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// Indices returns 0, 1, …, n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
