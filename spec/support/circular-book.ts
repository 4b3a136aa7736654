import { Field } from 'fieldstone'
import { type Relation } from '../../src/index.js'
// biome-ignore lint/suspicious/noImportCycles: what it is there for
import { Author } from './circular-author.js'

/** Imports a file that imports this one, and is loaded before it. */
export class Book {
  @Field() title!: string
  @Field(() => Author) author!: Relation<Author>
}
