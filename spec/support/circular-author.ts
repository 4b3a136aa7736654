import { Field } from 'fieldstone'
import { type Relation } from '../../src/index.js'
// biome-ignore lint/suspicious/noImportCycles: what it is there for
import { Book } from './circular-book.js'

/** Imports a file that imports this one, and is loaded after it. */
export class Author {
  @Field() name!: string
  @Field(() => [Book]) books!: Relation<Book>[]
}
