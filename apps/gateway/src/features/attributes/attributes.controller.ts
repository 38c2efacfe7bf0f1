import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import { existingAttribute } from './attribute-name';
import { UpdateAttribute, ValuesQuery } from './attribute.input';
import { AttributeValuesView, AttributeView, presentAttribute } from './attribute.presenter';

/** The maximum number of values in a response. */
const MOST_VALUES = 50;

@Controller('api/v1/attributes')
export class AttributesController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the attributes of people',
    description:
      'Lists the attributes in the order in which people got them, with the number of people who have each, and frequent values.',
    answer: Type.Array(AttributeView),
  })
  async attributes(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const attributes = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('attribute.list', { userId, ...slice }),
    );
    return { data: { attributes: attributes.map(presentAttribute) } };
  }

  @Patch(':name')
  @Operation({
    summary: 'Describe or rename an attribute',
    description:
      'Sets the type, the label, or the name of an attribute. Stored values are changed in the background: `converting` shows the progress. Drafts of campaigns keep the previous name in their placeholders.',
    answer: AttributeView,
    errors: ['attribute_exists'],
  })
  async updateAttribute(
    @Caller() user: User,
    @Param('name', existingAttribute) name: string,
    @Body() { name: newName, type, label }: UpdateAttribute,
  ) {
    const update = { by: requestedBy(user), userId: user.userId, name, newName, type, label };
    const attribute = await this.messenger.request('attribute.update', withoutAbsent(update));
    return { data: { updateAttribute: presentAttribute(attribute) } };
  }

  @Delete(':name')
  @Operation({
    summary: 'Delete an attribute',
    description:
      'Removes the attribute from all people, in the background. It is listed until all values are removed.',
    answer: DeletedView,
  })
  async deleteAttribute(@Caller() user: User, @Param('name', existingAttribute) name: string) {
    const command = { by: requestedBy(user), userId: user.userId, name };
    const deleted = await this.messenger.request('attribute.delete', command);
    return { data: { deleteAttribute: presentDeleted(deleted) } };
  }

  @Get(':name/values')
  @Operation({
    summary: 'List the values of an attribute',
    description:
      'Lists up to 50 of the most frequent values that begin with `search`, for suggestions. Numbers and dates are text. At most 20,000 people are counted.',
    answer: AttributeValuesView,
  })
  async attributeValues(
    @Caller() { userId }: User,
    @Param('name', existingAttribute) name: string,
    @Query() { search = '' }: ValuesQuery,
  ) {
    const query = { userId, name, search, limit: MOST_VALUES };
    const { items, isComplete } = await this.messenger.request('attribute.values', query);
    return { data: { attributeValues: { values: items, isComplete } } };
  }
}

function withoutAbsent<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
