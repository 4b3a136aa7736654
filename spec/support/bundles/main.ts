// First, so that the libraries' copies of the DTOs are loaded, and their decorators run, before Fieldstone's are.
import './dtos.js'
import { bootstrap } from 'fieldstone'
import { application } from './application.js'

async function main(): Promise<void> {
  const service = await bootstrap(application)
  const { statusCode } = await service.inject({ method: 'POST', url: '/entries', body: { tags: [{ label: 'red' }] } })
  console.log(`Injected ${statusCode}`)
  const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
  console.log(`Listens at ${url}`)
}

// Not with await at the top, which a bundle in CommonJS cannot have.
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
