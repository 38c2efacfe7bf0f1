import type { Erasure, Person } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { requestedBy, Caller, NeedsScope, type User } from '../../security/caller';
import { addressOf } from '../../http/input/channel';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { ErasureView, presentErasure } from './erasure.presenter';
import { presentPerson } from '../people';
import { PersonRecordView, PersonalDataView } from './personal-data.presenter';
import { ReadPersonalData } from './read-personal-data';
import { PersonalDataQuery, ErasePersonalData } from './personal-data.input';

@Controller('api/v1/people')
export class PersonalDataController {
  constructor(
    private readonly messenger: Messenger,
    private readonly readPersonalData: ReadPersonalData,
    private readonly lists: Lists,
  ) {}

  @Get('data')
  @Operation({
    summary: 'Read all stored data about a person',
    description:
      'Returns all data about an email address or a phone number: memberships, suppressions with their causes, ' +
      'deliveries with the values that were used, and lines of files.',
    answer: PersonalDataView,
  })
  async personalData(@Caller() user: User, @Query() { identifier }: PersonalDataQuery) {
    const { userId } = user;
    const address = addressOf(identifier);
    await this.messenger.request('erasure.note-export', {
      by: requestedBy(user),
      id: mintId(),
      userId,
      address,
    });
    return { data: { personalData: await this.readPersonalData.read(userId, address) } };
  }

  @Get(':id/data')
  @Operation({
    summary: 'Read all stored data about a person with all addresses',
    description:
      'Returns the person, and all data about each of their addresses on all channels, as `GET /people/data` does for ' +
      'one address.',
    answer: PersonRecordView,
    errors: ['limit_reached'],
  })
  async personRecord(@Caller() user: User, @Param('id', existing('person')) id: string) {
    const { userId } = user;
    const person = await this.messenger.request('person.get', { userId, id });
    await this.messenger.request('erasure.note-person-export', {
      by: requestedBy(user),
      id: mintId(),
      userId,
      personId: id,
    });
    const addresses = await this.readPersonalData.readAll(userId, addressesOf(person));
    return { data: { personRecord: { person: presentPerson(person), addresses } } };
  }

  @Delete(':id/data')
  @NeedsScope('consent')
  @HttpCode(202)
  @Operation({
    summary: 'Erase a person with all addresses',
    description:
      'Erases all addresses of a person with all data about them, and the attributes and IDs of the person. Opt-outs ' +
      'are stored as keyed hashes, so that the addresses stay suppressed if they are added again. Totals remain. ' +
      'The erasure is DONE when all addresses are erased.',
    answer: ErasureView,
    errors: ['limit_reached'],
  })
  async erasePersonRecord(
    @Caller() user: User,
    @Param('id', existing('person')) personId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId } = user;
    const person = await this.messenger.request('person.get', { userId, id: personId });
    const erasure = await this.messenger.request('erasure.begin-with-addresses', {
      by: requestedBy(user),
      id: mintId(),
      userId,
      personId,
      addresses: addressesOf(person),
    });
    reply.header('location', `/api/v1/people/erasures/${erasure.id}`);
    return { data: { erasePersonRecord: presentErasure(erasure) } };
  }

  @Delete('data')
  @NeedsScope('consent')
  @HttpCode(202)
  @Operation({
    summary: 'Erase a person',
    description:
      'Erases an email address or a phone number and all data about it, on all channels. An opt-out is ' +
      'stored as a keyed hash, so that the address stays suppressed if it is added again. Totals remain.',
    answer: ErasureView,
    errors: ['limit_reached'],
  })
  async erasePerson(
    @Caller() user: User,
    @Body() { identifier }: ErasePersonalData,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const erasure = await this.messenger.request('erasure.begin', {
      by: requestedBy(user),
      id: mintId(),
      userId: user.userId,
      address: addressOf(identifier),
    });
    reply.header('location', `/api/v1/people/erasures/${erasure.id}`);
    return { data: { erasePerson: presentErasure(erasure) } };
  }

  @Get('erasures')
  @Operation({ summary: 'List the erasures', answer: Type.Array(ErasureView) })
  async erasures(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const erasures = await this.lists.answer<Erasure>(reply, { userId, query }, (slice) =>
      this.messenger.request('erasure.list', { userId, ...slice }),
    );
    return { data: { erasures: erasures.map(presentErasure) } };
  }

  @Get('erasures/:id')
  @Operation({ summary: 'Read an erasure', answer: ErasureView })
  async erasure(@Caller() { userId }: User, @Param('id', existing('erasure')) id: string) {
    const erasure = await this.messenger.request('erasure.get', { userId, id });
    return { data: { erasure: presentErasure(erasure) } };
  }
}

/** Without repetition: a phone number can be on two channels. */
function addressesOf({ channels }: Person): string[] {
  return [...new Set(channels.map(({ address }) => address))];
}
