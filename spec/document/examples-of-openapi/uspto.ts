import {
  Application,
  Body,
  Controller,
  Field,
  Get,
  Integer,
  mapOf,
  Param,
  Post,
  Record,
  Returns,
  Unknown
} from 'fieldstone'

class DataSet {
  @Field({ optional: true, description: 'The value of `dataset`' }) apiKey?: string
  @Field({ optional: true, description: 'The value of `version`' }) apiVersionNumber?: string
  @Field({ optional: true, format: 'uri-reference', description: 'Its fields' }) apiUrl?: string
  @Field({ optional: true, format: 'uri-reference', description: 'Its page' }) apiDocumentationUrl?: string
}

@Record({ name: 'dataSetList' })
class DataSetList {
  @Field(() => Integer, { optional: true }) total?: number
  @Field(() => [DataSet], { optional: true }) apis?: DataSet[]
}

class Search {
  @Field({ default: '*:*', description: 'In the syntax of Lucene' }) criteria!: string
  @Field(() => Integer, { default: 0, description: 'The first record' }) start!: number
  @Field(() => Integer, { default: 100, description: 'How many records' }) rows!: number
}

const EXAMPLE = {
  total: 1,
  apis: [
    { apiKey: 'oa_citations', apiVersionNumber: 'v1', apiUrl: '/oa_citations/v1/fields', apiDocumentationUrl: '/docs' }
  ]
}

@Controller('/', { tags: ['metadata'] })
class MetadataController {
  @Get({ operationId: 'list-data-sets', summary: 'The data sets' })
  @Returns(200, DataSetList, { description: 'A list of them', example: EXAMPLE })
  list(): DataSetList {
    return EXAMPLE
  }

  @Get('/{dataset}/{version}/fields', {
    operationId: 'list-searchable-fields',
    summary: 'The fields of a data set',
    description: 'Each may be searched for'
  })
  @Returns(200, String, { description: 'The fields' })
  @Returns(404, String, { description: 'There is no such data set' })
  fields(
    @Param('dataset', { description: 'Its name', example: 'oa_citations' }) _dataset: string,
    @Param('version', { description: 'Its version', example: 'v1' }) _version: string
  ): string {
    return '[]'
  }
}

@Controller('/', { tags: ['search'] })
class SearchController {
  @Post('/{dataset}/{version}/records', {
    operationId: 'perform-search',
    summary: 'The records of a data set',
    description: 'Those that meet the criteria'
  })
  @Returns(200, [mapOf(mapOf(Unknown))], { description: 'The records' })
  @Returns(404, { description: 'There are none', body: null })
  search(
    @Param('dataset', { description: 'Its name' }) _dataset: string,
    @Param('version', { description: 'Its version' }) _version: string,
    @Body(Search, { consumes: 'application/x-www-form-urlencoded', required: false }) _search?: Search
  ): object[] {
    return []
  }
}

/** Searchable sets of data: variables of servers, a form, examples. */
export const uspto = new Application({
  title: 'Data sets',
  version: '1.0.0',
  description: 'Searches sets of data',
  contact: { name: 'Data', url: 'https://developer.uspto.gov', email: 'data@example.com' },
  servers: [
    {
      url: '{scheme}://developer.uspto.gov/ds-api',
      variables: { scheme: { description: 'Both are there', enum: ['https', 'http'], default: 'https' } }
    }
  ],
  tags: [
    { name: 'metadata', description: 'What data there is' },
    { name: 'search', description: 'The data' }
  ],
  controllers: [MetadataController, SearchController]
})
