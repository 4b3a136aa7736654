import { knownCase } from './known.js'

export default knownCase('data')
