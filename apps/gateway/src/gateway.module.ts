import { Module } from '@nestjs/common';
import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { quotas } from '@carillon/quotas';
import { gatewayConfig } from './config';
import { account } from './features/account';
import { apiKeys } from './features/api-keys';
import { audit } from './features/audit';
import { callbacks } from './features/callbacks';
import { campaigns } from './features/campaigns';
import { comments } from './features/comments';
import { conversions } from './features/conversions';
import { credentials } from './features/credentials';
import { docs } from './features/docs';
import { events } from './features/events';
import { explain } from './features/explain';
import { groups } from './features/groups';
import { imports } from './features/imports';
import { links } from './features/links';
import { media } from './features/media';
import { members } from './features/members';
import { notifications } from './features/notifications';
import { operator } from './features/operator';
import { passwords } from './features/passwords';
import { people } from './features/people';
import { segments } from './features/segments';
import { personalData } from './features/personal-data';
import { profile } from './features/profile';
import { reports } from './features/reports';
import { root } from './features/root';
import { senders } from './features/senders';
import { sessions } from './features/sessions';
import { signUp } from './features/sign-up';
import { subscribers } from './features/subscribers';
import { messages } from './features/messages';
import { suppressions } from './features/suppressions';
import { attributes } from './features/attributes';
import { savedFilters } from './features/saved-filters';
import { templates } from './features/templates';
import { topics } from './features/topics';
import { domains } from './features/domains';
import { unsubscribe } from './features/unsubscribe';
import { webhooks } from './features/webhooks';
import { http } from './http';
import { security } from './security';
import { server } from './server';

/** The API description lists operations in this order. */
const endpoints = [
  ...[
    root,
    campaigns,
    comments,
    reports,
    conversions,
    explain,
    events,
    subscribers,
    groups,
    imports,
    suppressions,
    messages,
    people,
    attributes,
    topics,
    domains,
    segments,
    media,
    templates,
    savedFilters,
    personalData,
    signUp,
    senders,
  ],
  ...[webhooks, apiKeys, account, sessions, profile, members, notifications, passwords],
  ...[operator, audit, docs, unsubscribe, links, callbacks],
];
/** Includes the shared parts of endpoint features. */
export const features = [...endpoints, credentials, server, security, http, quotas];
const { imports: collections, controllers, providers, migrations } = joinFeatures(features);

/** The API: authenticates and validates requests, forwards them as commands, and presents the results. */
@Module({
  imports: [
    PlatformModule.forService('gateway', { config: gatewayConfig }),
    MongoModule.forService('gateway', { migrations, isSpared: true }),
    ...collections,
  ],
  controllers,
  providers,
})
export class GatewayModule {}
