// Which mutant of the switched modules runs, and which of them the code came to.

/** The number of the mutant that runs; 0 for none. */
let chosen = Number(process.env.MUTANT ?? 0)
/** Those that the code has come to since they were last taken; undefined where nobody wants to know. */
let reached = new Set()

export function isChosen(number) {
  reached?.add(number)
  return number === chosen
}

export function choose(number) {
  chosen = number
}

export function takeReached() {
  const found = reached
  reached = new Set()
  return found
}

export function stopRecording() {
  reached = undefined
}
