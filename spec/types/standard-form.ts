// What the compiler rejects in the standard form alone: there a method gets nothing that is not declared beside it.
import { type Context, Controller, Field, Get, Injectable, Post } from 'fieldstone'

class Note {
  @Field(() => String) title!: string
}

@Controller('/notes')
export class Right {
  @Get() none() {}
  @Get('/b') context(_ctx: Context) {}
  @Get('/c') any(_any: unknown) {}
  @Get('/d') optional(_ctx?: Context) {}
}

@Controller('/notes')
export class Wrong {
  // error: type '["no input is for the parameter", Note]'
  @Post({ summary: 'Add', responses: { 201: Note } }) body(_note: Note) {}
  // error: type '["no input is for the parameter", number]'
  @Get('/{id}') param(_id: number) {}
  // error: type '["no input is for the parameter", string]'
  @Get('/{id}/b') behind(_ctx: Context, _id: string) {}
}

class Store {
  readonly notes: Note[] = []
}

class Mailer {
  readonly sent: string[] = []
}

@Injectable(() => [Store, Mailer])
export class Fitting {
  constructor(
    readonly store: Store,
    readonly mailer: Mailer,
    readonly name = 'notes'
  ) {}
}

@Injectable()
export class Alone {}

// error: Types of parameters 'store' and 'args_0' are incompatible
@Injectable(() => [Mailer, Store])
export class Exchanged {
  constructor(
    readonly store: Store,
    readonly mailer: Mailer
  ) {}
}
