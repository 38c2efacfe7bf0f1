import type { CampaignPreview } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { IsOptional } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { IsExtraData } from '../../http/input/extra-data';
import { ObjectSchema } from '../../http/input/input-schema';
import { existing } from '../../http/input/path-id';
import { AllowedIf, RequiredUnless } from '../../http/input/rule';
import { IsId, idRule } from '../../http/input/texts';
import { WorkLimits } from '../../http/rate-limits/work-limits';
import { Operation } from '../../openapi/operation';
import { Count, OrNull, Part, Text, View, presenter } from '../../openapi/view';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Exactly one of the two properties names the recipient. */
@ObjectSchema({
  description: 'The recipient: a subscriber, or a person with this extra data',
  minProperties: 1,
  allOf: [
    {
      anyOf: [
        {
          required: ['subscriberId'],
          properties: { subscriberId: idRule.schema, extraData: { type: 'null' } },
        },
        {
          required: ['extraData'],
          properties: { extraData: { not: { type: 'null' } }, subscriberId: { not: {} } },
        },
      ],
    },
  ],
  examples: [{ extraData: { name: 'Ann' } }],
})
class PreviewCampaign {
  @IsId()
  @RequiredUnless(
    ({ extraData }: PreviewCampaign) => isGiven(extraData),
    'One of subscriberId and extraData is required',
    'optional',
  )
  readonly subscriberId?: string;

  @IsExtraData()
  @AllowedIf(
    ({ subscriberId }: PreviewCampaign) => !isGiven(subscriberId),
    'Send either subscriberId or extraData, not both',
  )
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;
}

const shown = (part: object) => ({ examples: [part] });

/** The messages for one person; null if there is none, or only a template. */
const PreviewView = View('Preview', {
  EMAIL: OrNull(
    Part({ subject: Text(''), html: Text(''), text: Text('') }),
    shown({ subject: 'Spring concert', html: '<p>Hello Ann!</p>', text: 'Hello Ann!' }),
  ),
  WHATSAPP: OrNull(Part({ text: Text('') }), shown({ text: '*Hello* Ann!' })),
  SMS: OrNull(
    Part({ text: Text(''), encoding: Text('GSM-7'), segments: Count() }),
    shown({ text: 'Hello Ann!', encoding: 'GSM-7', segments: 1 }),
  ),
  missingKeys: Type.Array(Text('nickname'), { description: 'Placeholders without a value' }),
  unquotedKeys: Type.Array(Text('link'), {
    description: 'Placeholders in unquoted attributes of HTML tags; put them in quotes',
  }),
  warnings: Type.Array(
    Part({
      code: Type.Union([Type.Literal('GMAIL_CLIPS'), Type.Literal('NOT_UNDERSTOOD')]),
      source: OrNull(Text('{{ name | upcase }}')),
      detail: Text('{{ name | upcase }} is not supported.'),
    }),
    {
      description:
        'GMAIL_CLIPS: the HTML is larger than the 102 KB that Gmail shows. NOT_UNDERSTOOD: `source` belongs to another template language, such as a Liquid filter or a Handlebars block',
    },
  ),
});

const presentPreview = presenter(PreviewView, (preview: CampaignPreview) => preview);

@Controller('api/v1/campaigns/:id')
export class PreviewController {
  /** A link in the form of a recipient's, which unsubscribes nobody. */
  private readonly unsubscribeUrl: string;

  constructor(
    private readonly messenger: Messenger,
    private readonly work: WorkLimits,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.unsubscribeUrl = `${PUBLIC_URL}/u/preview`;
  }

  @Post('preview')
  @Operation({
    summary: 'Preview the messages to one person',
    answer: PreviewView,
    errors: ['subscriber_not_found'],
  })
  @HttpCode(200)
  @NeedsScope('read')
  async previewCampaign(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Body() { subscriberId, extraData }: PreviewCampaign,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.work.begin('preview', reply);
    const preview = await this.messenger.request('campaign.preview', {
      userId,
      id,
      subscriberId: subscriberId ?? null,
      extraData: extraData ?? {},
      unsubscribeUrl: this.unsubscribeUrl,
    });
    const { EMAIL, WHATSAPP, SMS } = preview;
    const texts = [EMAIL?.html, EMAIL?.text, WHATSAPP?.text, SMS?.text];
    this.work.meter('preview', reply)(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
    return { data: { previewCampaign: presentPreview(preview) } };
  }
}
