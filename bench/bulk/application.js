/** How many controllers an application has; each has ten methods. */
export const CONTROLLERS = Number(process.env.CONTROLLERS ?? 1_000)

/** Tells the parent process, if there is one, on which port the application listens. */
export function ready(port) {
  if (process.send === undefined) console.log(port)
  else process.send({ port })
}
