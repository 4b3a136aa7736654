import { Field } from 'fieldstone'

// Records whose values are written.

/** A record with an optional date under another name. */
export class Part {
  @Field() sku!: string
  @Field({ optional: true, name: 'made_at' }) madeAt?: Date
}

/** A recursive record, by a list and by itself. */
export class Tree {
  @Field() name!: string
  @Field(() => [Tree]) children: Tree[] = []
  @Field(() => Tree, { optional: true }) parent?: Tree
}
