import type { Reply, Segment, SegmentTree } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, Part, Text, Time, View, presenter } from '../../openapi/view';
import { PersonView, presentPerson } from '../people';
import { conditionsSchema } from './segment.input';

export const SegmentView = View('Segment', {
  _id: Id(),
  name: Text('People in Oslo'),
  conditions: Type.Unsafe<SegmentTree>(conditionsSchema as never),
  version: Count(1, { description: 'Increases when the conditions change' }),
  createdAt: Time(),
  updatedAt: Time(),
});

export const presentSegment = ({ id, name, conditions, version, createdAt, updatedAt }: Segment) => ({
  _id: id,
  name,
  conditions,
  version,
  createdAt,
  updatedAt,
});

const problems = Type.Array(
  Part({
    kind: OneOf(['GROUP', 'ATTRIBUTE']),
    what: Text('city', { description: 'The name of the attribute, or the ID' }),
  }),
  {
    description:
      'Parts of the conditions that no longer exist. In this case, the count is 0, and campaigns that use the segment cannot start',
  },
);

const counted = {
  people: Count(42, { description: 'People who match' }),
  isComplete: Type.Boolean({
    description: 'False: at least this number of people match. The count continues, so repeat the request',
  }),
  problems,
};

export const SegmentCountView = View('SegmentCount', counted);

export const presentCount = presenter(SegmentCountView, (counts: Reply<'segment.count'>) => counts);

export const SegmentPreviewView = View('SegmentPreview', {
  ...counted,
  sample: Type.Array(PersonView, { description: 'Some of the people who match' }),
});

export const presentPreview = (counts: Reply<'segment.count'>, sample: Reply<'segment.people'>['items']) => ({
  ...presentCount(counts),
  sample: sample.map(presentPerson),
});
