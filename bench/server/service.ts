import { Application, bootstrap } from 'fieldstone'
import { EXTRA_ROUTES } from '../data.js'
import { BenchController } from './bench-controller.js'
import { extraController } from './extra-controller.js'

/** The measured API, which does not listen yet. */
export const service = await bootstrap(
  new Application({
    title: 'Bench',
    version: '1.0.0',
    controllers: EXTRA_ROUTES > 0 ? [BenchController, extraController(EXTRA_ROUTES)] : [BenchController],
    spec: '/openapi.json',
    docs: '/docs'
  })
)
