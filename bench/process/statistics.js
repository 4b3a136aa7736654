export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/**
 * The median of paired ratios, and the bound that the true median is below with 95 % confidence: the binomial law of how
 * many ratios are below it, which supposes nothing of how they are distributed. At least 5 ratios.
 */
export function medianAndBound(ratios) {
  const sorted = ratios.toSorted((a, b) => a - b)
  const n = sorted.length
  let below = 0
  let rank = 0
  let term = 0.5 ** n
  while (below + term < 0.95) {
    below += term
    rank++
    term = (term * (n - rank + 1)) / rank
  }
  return { median: median(sorted), bound: sorted[Math.min(rank, n - 1)] }
}
