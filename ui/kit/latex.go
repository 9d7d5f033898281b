package kit

import (
	"slices"
	"strings"
)

// symbols has what LaTeX does not take as it is, and how it is written there.
var symbols = []string{
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", "$<$", ">", "$>$", "|", "$|$",
	"α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`, "δ", `$\delta$`, "ε", `$\varepsilon$`, "η", `$\eta$`, "λ", `$\lambda$`,
	"μ", `$\mu$`, "π", `$\pi$`, "ρ", `$\rho$`, "σ", `$\sigma$`, "τ", `$\tau$`, "ω", `$\omega$`, "Δ", `$\Delta$`,
	"−", "$-$", "×", `$\times$`, "·", `$\cdot$`, "±", `$\pm$`, "≤", `$\leq$`, "≥", `$\geq$`, "≈", `$\approx$`, "∞", `$\infty$`,
	"√", `$\surd$`, "→", `$\to$`, "…", `\ldots{}`,
}

// InLaTeX returns what writes text in LaTeX. More pairs come before the usual ones.
func InLaTeX(more ...string) *strings.Replacer {
	return strings.NewReplacer(slices.Concat(more, symbols)...)
}
