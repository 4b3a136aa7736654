import { Application, Body, Controller, defineCallback, Field, Post, Query, Returns } from 'fieldstone'

class Subscription {
  @Field({ example: '2531329f', description: 'To end it with' }) subscriptionId!: string
}

class Payload {
  @Field({ optional: true }) timestamp?: Date
  @Field({ optional: true }) userData?: string
}

@Controller('{$request.query.callbackUrl}/data')
class DataCallback {
  @Post()
  @Returns(202, 'It was received')
  @Returns(204, 'Send no more of it')
  onData(@Body(Payload, { required: false, description: 'What is new' }) _payload?: Payload): void {}
}

const dataCallback = defineCallback(DataCallback)

@Controller('/streams')
class StreamController {
  @Post({ description: 'Data is sent to the URL as it comes', callbacks: { onData: dataCallback } })
  @Returns(201, Subscription, { description: 'It has begun' })
  subscribe(
    @Query('callbackUrl', { format: 'uri', example: 'https://tonys-server.com', description: 'Where the data is sent' })
    _callbackUrl: string
  ): Subscription {
    return { subscriptionId: '1' }
  }
}

/** A subscription whose data is sent to a URL of the client. */
export const callbackExample = new Application({ title: 'Callback', version: '1.0.0', controllers: [StreamController] })
