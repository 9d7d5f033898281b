// Package movielens is catalogues of movies with the users who rated them: the
// base arms of CHH's experiment on MovieLens, where an arm is a movie with its
// genre vector, a round is one user, and an arm's weight in that round is 1 if
// the user rated the movie and 0 if not.
//
// Load reads a folder of MovieLens as published (ml-1m, ml-100k, ml-latest and
// ml-latest-small). Invented makes up a catalogue that needs no download. What
// does not belong here: matroids, the drawing of rounds, learners.
package movielens
