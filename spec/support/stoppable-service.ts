import { Application, bootstrap } from 'fieldstone'

/**
 * A service that is run as a process of its own, to be stopped by signals. It prints what happens to it; `MODE` says what
 * of it is wrong.
 */
const { MODE = '', PORT = '0' } = process.env

const say = (what: string): void => void process.stdout.write(`${what}\n`)
/** A resource that was forgotten holds the process. */
if (MODE === 'held') setInterval(() => undefined, 60_000)

const service = await bootstrap(
  new Application({
    title: 'Stoppable',
    version: '1.0.0',
    health: true,
    resources: [
      {
        onStart: () => {
          say('first started')
          if (MODE === 'broken start') throw new Error('no database')
        },
        onClose: () => {
          say('first closed')
          if (MODE === 'broken close') throw new Error('no goodbye')
        }
      },
      { onStart: () => say('second started'), onClose: () => say('second closed') }
    ],
    routes: (router) => {
      router.getFunc('/slow', async () => {
        say('slow entered')
        await new Promise((resolve) => setTimeout(resolve, MODE === 'stuck' || MODE === 'cut' ? 60_000 : 150))
        return 'finished'
      })
    }
  })
)
if (MODE === 'own signals') process.once('SIGTERM', () => service.close().then(() => say('closed by hand')))
const { url } = await service.listen({
  port: Number(PORT),
  host: '127.0.0.1',
  signals: MODE !== 'own signals',
  shutdown: { delay: MODE === 'delayed' ? 5_000 : 0, deadline: MODE === 'cut' ? 20 : 10_000 }
})
say(`listens ${url}`)
