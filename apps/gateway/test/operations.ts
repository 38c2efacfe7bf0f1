import { GROUP, ID, settings } from './examples';
import { click, delivery } from './reported';
import { USER } from './callers';

/** Every operation of the API and the shape of its response. */

const campaignKeys = '_id creator name status message shouldRemoveWatermark groups createdAt updatedAt';
const publishedKeys =
  '_id creator name status message whatsappMessage smsMessage shouldRemoveWatermark groups createdAt updatedAt';
const commentKeys = '_id campaign author text createdAt';
const notificationKeys = '_id kind at campaign campaignName actor reason delivered failed bounceRate isRead';
const detailKeys = `${publishedKeys} subject preheader emailDesign emailMjml fromName replyTo attachments whatsappMedia smsMedia whatsappTemplate utm engine translations audience senders tags archived approval scheduledAt maxLateness publishedAt finishedAt statusReason`;
const subscriberKeys = '_id integration identifier subscriberToken group extraData createdAt updatedAt';
const oneSubscriberKeys =
  '_id integration identifier subscriberToken group user extraData isVerified createdAt updatedAt';
const groupKeys = '_id user name slug createdAt updatedAt';
const mappingKeys = 'columns fields everybody options updatedAt';
const attributeKeys = 'name label type people fillRate isComplete examples misfits converting';
const previewKeys = 'people isComplete problems sample';
const segmentKeys = '_id name conditions version createdAt updatedAt';
const templateKeys = '_id user kind name version createdAt updatedAt';
const templateDetailKeys = `${templateKeys} message whatsappMessage smsMessage shouldRemoveWatermark subject preheader emailDesign emailMjml fromName replyTo attachments whatsappMedia smsMedia whatsappTemplate utm engine translations`;
const mediaKeys = '_id user kind name alt type bytes width height url createdAt updatedAt';
const topicKeys = '_id user name description createdAt updatedAt';
const savedFilterKeys = '_id user name status search tag approval archived createdAt updatedAt';
const userKeys = '_id name email plan status createdAt updatedAt';
const apiKeyKeys = '_id user name prefix scopes expiresAt networks createdAt lastUsedAt';
const operatorKeyKeys = '_id name prefix scopes isConfigured expiresAt networks createdAt lastUsedAt';
const providerAccountKeys = '_id provider name channels senders users ratePerSecond isPaused pausedAt';
const priceKeys = '_id currency prices createdAt';
const memberKeys = '_id user name email role hasSecondFactor createdAt updatedAt';
const invitationKeys = '_id user email role createdAt expiresAt';
const operatorDomainKeys = '_id domain state keys records checkedAt createdAt updatedAt';
const domainKeys = operatorDomainKeys.replace('_id', '_id user');
const deletedKeys = 'result deletedCount ids';
const senderKeys =
  '_id user channel name settings secrets ratePerSecond webhookUrl status statusReason checkedAt createdAt updatedAt provider isDefault isPaused rampUp webhookVerifyToken standing';
const rampUpKeys = 'date day limit sent domainGroups bounced complained waitsUntil paused';
const integrationKeys =
  '_id user channel name settings secrets ratePerSecond webhookUrl status statusReason checkedAt createdAt updatedAt';
const webhookKeys =
  '_id user url description eventTypes batch disabled disabledFor failingSince formerSecretUntil createdAt updatedAt';
const optOutKeys = '_id channel identifier source createdAt';
const attemptKeys = '_id messageId type at ok status error durationMs nextTryAt';
const usageKeys =
  'subscribers people groups segments campaigns runningCampaigns monthlySpending media mediaBytes templates savedFilters importBytes rejectedLines suppressions idempotencyBytes';
const auditKeys = '_id at user actor action target changes requestId';
const brandKeys = 'logo color textColor linkColor font address website links';
const consentKeys = 'optOutWords optInWords helpText oneClick';
const importKeys =
  '_id group state format lines created updated skipped rejected suppressed dryRun misfits createdAt finishedAt';
const removalKeys = '_id group state format lines removed missing rejected createdAt finishedAt';
const contentTemplateKeys =
  'contentSid name language status rejectionReason category body variables buttons hasMedia';
const suppressionKeys = '_id user channel identifier sender reason createdAt';
const messageKeys = '_id user channel identifier sender integration text meaning receivedAt optedOutAt';
const personKeys =
  '_id externalId email phone whatsapp attributes locale timeZone country createdAt updatedAt';
const signUpFormKeys =
  '_id user name group language title text button fields wording wordingVersion subject html plainText requestedUrl confirmedUrl url snippet createdAt updatedAt';
const personalDataKeys =
  'identifier person previousValues memberships signUps suppressions lastInboundAt helpAnswers inboundMessages deliveries importLines storedAnswers';
const erasureKeys = '_id state requestedAt requestedBy finishedAt services';
const userErasureKeys = `${erasureKeys} user`;
export const reportKeys =
  'campaignId status statusReason asOf publishedAt startedAt finishedAt planning total addressed states channels reasons waiting integrationChanges ratePerSecond estimatedEndAt engagement conversions optOuts';
const deliveryKeys =
  '_id campaign channel identifier subscriber state reason bounce providerCode providerId attempts segments createdAt updatedAt sentAt deliveredAt readAt openedAt clickedAt convertedAt fallbackId nextTryAt';
const costKeys = 'campaignId asOf isComplete isKnown isEstimated currency total withoutPrice rows';
const conversionKeys = '_id campaign delivery reference value currency source clickedAt occurredAt';

const explanationKeys =
  'campaign status asOf plannedAt isPlanned person result summary groups segments excludeGroups excludeSegments topic suppressions snoozes deliveries';

export const newConversion = { click, reference: 'order-1042', value: '49.90', currency: 'EUR' };
export const newCampaign = { name: 'Spring', emailMessage: 'Hi', groups: [GROUP] };
export const newSubscriber = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
const newTemplate = { name: 'Newsletter', smsMessage: 'Hello' };
const newSegment = { name: 'Germans', conditions: { country: ['DE'] } };
export const newSuppression = { channel: 'email', identifier: 'ann@example.com' };
const newTest = { channel: 'email', identifier: 'ann@example.com' };
const rehearsalKeys =
  'campaignId asOf isComplete total reached channels missing sms outsideWindow costs runningCampaigns problems estimatedEndAt endUnknown';
const newInvitation = { email: 'grace@example.com', role: 'editor' };
const newMember = { ...newInvitation, name: 'Grace', password: 'correct horse battery' };
const newSignUpForm = { name: 'Footer', group: GROUP, title: 'Choir news', wording: 'Send me news.' };
const newPrices = { currency: 'EUR', prices: [{ channel: 'SMS', country: 'DE', price: '0.0792' }] };
export const newWebhook = { url: 'https://shop.example.com/hook', eventTypes: ['campaign.completed'] };
export const newIntegration = { channel: 'EMAIL', name: 'Our server', settings };

/**
 * Method, path, body, status, key in `data`, keys of the object or of each object of the list; then the API key used.
 */
export const operations: [
  string,
  string,
  object | undefined,
  number,
  string,
  string,
  ('user' | 'operator')?,
][] = [
  ['GET', '/campaigns', undefined, 200, 'campaigns', campaignKeys],
  ['POST', '/campaigns/create', newCampaign, 201, 'createCampaign', campaignKeys],
  ['POST', '/campaigns/drafts', {}, 201, 'createDraft', campaignKeys],
  ['GET', '/campaigns/tags', undefined, 200, 'campaignTags', 'tags'],
  [
    'POST',
    '/campaigns/organize',
    { campaignIds: [ID], addTags: ['Spring'], archived: true },
    200,
    'organizeCampaigns',
    'campaignIds',
  ],
  ['GET', `/campaigns/figures?ids=${ID}`, undefined, 200, 'campaignFigures', 'campaigns'],
  ['GET', '/statistics?days=2', undefined, 200, 'statistics', 'timeZone asOf total days'],
  ['POST', '/campaigns/publish', { campaignId: ID }, 200, 'publishCampaign', publishedKeys],
  ['DELETE', '/campaigns', { campaignIds: [ID] }, 200, 'deleteCampaigns', deletedKeys],
  ['GET', `/campaigns/${ID}`, undefined, 200, 'campaign', detailKeys],
  ['PATCH', `/campaigns/${ID}`, { name: 'Summer' }, 200, 'updateCampaign', detailKeys],
  ['POST', `/campaigns/${ID}/duplicate`, undefined, 201, 'duplicateCampaign', detailKeys],
  ['GET', `/campaigns/${ID}/audience`, undefined, 200, 'audience', 'total isComplete channels'],
  ['GET', `/campaigns/${ID}/rehearsal`, undefined, 200, 'rehearsal', rehearsalKeys],
  ['GET', `/campaigns/${ID}/fields`, undefined, 200, 'fields', 'people isComplete names missing sms'],
  [
    'POST',
    `/campaigns/${ID}/preview`,
    { extraData: {} },
    200,
    'previewCampaign',
    'EMAIL WHATSAPP SMS whatsappTemplate translation missingKeys unquotedKeys warnings',
  ],
  [
    'POST',
    `/campaigns/${ID}/checks`,
    undefined,
    200,
    'checkCampaign',
    'campaignId recipients isComplete findings',
  ],
  ['POST', `/campaigns/${ID}/test`, newTest, 202, 'testCampaign', '_id channel identifier state'],
  ['POST', `/campaigns/${ID}/request-approval`, { isStarted: true }, 200, 'requestApproval', detailKeys],
  ['POST', `/campaigns/${ID}/withdraw-approval`, undefined, 200, 'withdrawApproval', detailKeys],
  ['GET', `/campaigns/${ID}/comments`, undefined, 200, 'comments', commentKeys],
  ['POST', `/campaigns/${ID}/comments`, { text: 'Good.' }, 201, 'createComment', commentKeys],
  ['GET', `/campaigns/${ID}/comments/${ID}`, undefined, 200, 'comment', commentKeys],
  ['DELETE', `/campaigns/${ID}/comments/${ID}`, undefined, 200, 'deleteComment', deletedKeys],
  ['POST', `/campaigns/${ID}/pause`, undefined, 200, 'pauseCampaign', detailKeys],
  ['POST', `/campaigns/${ID}/resume`, undefined, 200, 'resumeCampaign', detailKeys],
  ['POST', `/campaigns/${ID}/cancel`, undefined, 200, 'cancelCampaign', detailKeys],
  ['POST', `/campaigns/${ID}/unschedule`, undefined, 200, 'unscheduleCampaign', detailKeys],
  [
    'POST',
    `/campaigns/${ID}/reschedule`,
    { scheduledAt: '2026-12-24T18:00:00.000Z' },
    200,
    'rescheduleCampaign',
    detailKeys,
  ],
  ['POST', `/campaigns/${ID}/retry`, {}, 200, 'retryCampaign', detailKeys],
  ['GET', `/campaigns/${ID}/report`, undefined, 200, 'report', reportKeys],
  ['GET', `/campaigns/${ID}/timeline`, undefined, 200, 'timeline', 'campaignId asOf bucketSeconds buckets'],
  [
    'GET',
    `/campaigns/${ID}/domains`,
    undefined,
    200,
    'recipientDomains',
    'campaignId asOf isComplete areDeliveriesKept domains others groups',
  ],
  [
    'GET',
    `/campaigns/${ID}/senders`,
    undefined,
    200,
    'campaignSenders',
    'campaignId asOf areDeliveriesKept senders',
  ],
  ['GET', `/campaigns/${ID}/costs`, undefined, 200, 'campaignCosts', costKeys],
  ['GET', `/campaigns/${ID}/links`, undefined, 200, 'links', 'url counted clicks'],
  ['GET', `/campaigns/${ID}/conversions`, undefined, 200, 'conversions', conversionKeys],
  ['POST', '/conversions', newConversion, 201, 'recordConversion', conversionKeys],
  ['GET', `/conversions/${ID}`, undefined, 200, 'conversion', conversionKeys],
  ['GET', `/campaigns/${ID}/deliveries`, undefined, 200, 'deliveries', deliveryKeys],
  ['GET', `/campaigns/${ID}/deliveries/${delivery.id}`, undefined, 200, 'delivery', deliveryKeys],
  [
    'GET',
    `/campaigns/${ID}/explain?identifier=ann@example.com`,
    undefined,
    200,
    'explanation',
    explanationKeys,
  ],
  ['GET', '/subscribers', { groupId: GROUP }, 200, 'subcribers', subscriberKeys],
  ['POST', '/subscribers', newSubscriber, 201, 'subscribe', oneSubscriberKeys],
  ['GET', `/subscribers/${ID}`, undefined, 200, 'subscriber', oneSubscriberKeys],
  ['PATCH', `/subscribers/${ID}`, { extraData: {} }, 200, 'updateSubscriber', oneSubscriberKeys],
  ['DELETE', '/subscribers', { groupId: GROUP, subscriberIds: [ID] }, 200, 'deleteSubcribers', deletedKeys],
  ['GET', '/groups', undefined, 200, 'groups', groupKeys],
  ['GET', '/groups/deleted', undefined, 200, 'deletedGroups', '_id name deletedAt'],
  ['GET', `/groups/${GROUP}`, undefined, 200, 'group', groupKeys],
  ['GET', `/groups/${GROUP}?include=counts`, undefined, 200, 'group', `${groupKeys} counts`],
  ['GET', `/groups/${GROUP}/people`, undefined, 200, 'groupPeople', 'person memberships'],
  ['POST', '/groups', { name: 'Friends' }, 201, 'createGroup', groupKeys],
  ['PATCH', `/groups/${GROUP}`, { name: 'Friends' }, 200, 'updateGroup', groupKeys],
  ['DELETE', `/groups/${GROUP}`, undefined, 200, 'deleteGroup', deletedKeys],
  ['GET', '/import-mappings', undefined, 200, 'importMappings', mappingKeys],
  [
    'POST',
    '/import-mappings',
    { columns: ['E-Mail'], fields: { email: 'E-Mail' } },
    200,
    'saveImportMapping',
    mappingKeys,
  ],
  ['GET', '/attributes', undefined, 200, 'attributes', attributeKeys],
  ['PATCH', `/attributes/${ID}`, { type: 'date' }, 200, 'updateAttribute', attributeKeys],
  ['DELETE', `/attributes/${ID}`, undefined, 200, 'deleteAttribute', deletedKeys],
  ['GET', `/attributes/${ID}/values`, undefined, 200, 'attributeValues', 'values isComplete'],
  ['GET', '/segments', undefined, 200, 'segments', segmentKeys],
  ['POST', '/segments', newSegment, 201, 'createSegment', segmentKeys],
  ['POST', '/segments/preview', { conditions: { all: [] } }, 200, 'previewSegment', previewKeys],
  ['GET', `/segments/${ID}`, undefined, 200, 'segment', segmentKeys],
  ['PATCH', `/segments/${ID}`, { name: 'Others' }, 200, 'updateSegment', segmentKeys],
  ['DELETE', `/segments/${ID}`, undefined, 200, 'deleteSegment', deletedKeys],
  ['GET', `/segments/${ID}/count`, undefined, 200, 'segmentCount', 'people isComplete problems'],
  ['GET', `/segments/${ID}/people`, undefined, 200, 'segmentPeople', personKeys],
  ['GET', '/templates', undefined, 200, 'templates', `${templateKeys} channels`],
  ['POST', '/templates', newTemplate, 201, 'createTemplate', templateDetailKeys],
  ['GET', `/templates/${ID}`, undefined, 200, 'template', templateDetailKeys],
  ['PATCH', `/templates/${ID}`, { name: 'News' }, 200, 'updateTemplate', templateDetailKeys],
  ['DELETE', `/templates/${ID}`, undefined, 200, 'deleteTemplate', deletedKeys],
  ['GET', `/templates/${ID}/versions`, undefined, 200, 'templateVersions', 'version name channels savedAt'],
  ['GET', `/templates/${ID}/versions/2`, undefined, 200, 'templateVersion', templateDetailKeys],
  ['POST', `/templates/${ID}/versions/2/restore`, undefined, 200, 'restoreTemplate', templateDetailKeys],
  ['POST', `/templates/${ID}/draft`, undefined, 201, 'draftWithTemplate', campaignKeys],
  ['GET', '/saved-filters', undefined, 200, 'savedFilters', savedFilterKeys],
  ['POST', '/saved-filters', { name: 'Sent', status: 'SENT' }, 201, 'createSavedFilter', savedFilterKeys],
  ['GET', `/saved-filters/${ID}`, undefined, 200, 'savedFilter', savedFilterKeys],
  ['PATCH', `/saved-filters/${ID}`, { tag: null }, 200, 'updateSavedFilter', savedFilterKeys],
  ['DELETE', `/saved-filters/${ID}`, undefined, 200, 'deleteSavedFilter', deletedKeys],
  ['GET', '/media', undefined, 200, 'media', mediaKeys],
  ['GET', `/media/${ID}`, undefined, 200, 'mediaFile', mediaKeys],
  ['PATCH', `/media/${ID}`, { alt: '' }, 200, 'updateMedia', mediaKeys],
  ['DELETE', `/media/${ID}`, undefined, 200, 'deleteMedia', deletedKeys],
  ['GET', '/topics', undefined, 200, 'topics', topicKeys],
  ['POST', '/topics', { name: 'Offers' }, 201, 'createTopic', topicKeys],
  ['GET', `/topics/${ID}`, undefined, 200, 'topic', topicKeys],
  ['PATCH', `/topics/${ID}`, { description: '' }, 200, 'updateTopic', topicKeys],
  ['DELETE', `/topics/${ID}`, undefined, 200, 'deleteTopic', deletedKeys],
  ['GET', `/topics/${ID}/opt-outs`, undefined, 200, 'topicOptOuts', optOutKeys],
  [
    'POST',
    `/topics/${ID}/opt-outs`,
    { channel: 'email', identifier: 'ann@example.com' },
    200,
    'addTopicOptOut',
    optOutKeys,
  ],
  ['DELETE', `/topics/${ID}/opt-outs`, { optOutIds: [ID] }, 200, 'deleteTopicOptOuts', deletedKeys],
  ['GET', '/imports', undefined, 200, 'imports', importKeys],
  ['GET', `/imports/${ID}`, undefined, 200, 'import', importKeys],
  ['GET', '/removals', undefined, 200, 'removals', removalKeys],
  ['GET', `/removals/${ID}`, undefined, 200, 'removal', removalKeys],
  ['GET', '/messages/inbound?channel=sms&meaning=NONE', undefined, 200, 'inboundMessages', messageKeys],
  ['POST', `/messages/inbound/${ID}/opt-out`, undefined, 200, 'optOutInboundMessage', messageKeys],
  ['GET', '/suppressions?channel=email&reason=MANUAL', undefined, 200, 'suppressions', suppressionKeys],
  ['GET', `/suppressions/${ID}`, undefined, 200, 'suppression', suppressionKeys],
  [
    'GET',
    '/suppressions/history?channel=email&identifier=ann@example.com',
    undefined,
    200,
    'suppressionHistory',
    'channel identifier causes lifted topics pastTopics snoozedUntil',
  ],
  ['POST', '/suppressions', newSuppression, 201, 'createSuppression', suppressionKeys],
  [
    'DELETE',
    '/suppressions',
    { suppressionIds: [ID], confirmConsent: true },
    200,
    'deleteSuppressions',
    deletedKeys,
  ],
  ['GET', '/people', undefined, 200, 'people', personKeys],
  ['POST', '/people', { email: ['ann@example.com'] }, 201, 'createPerson', personKeys],
  ['GET', `/people/${ID}`, undefined, 200, 'person', personKeys],
  ['PATCH', `/people/${ID}`, { locale: 'de' }, 200, 'updatePerson', personKeys],
  ['DELETE', `/people/${ID}`, undefined, 200, 'deletePerson', deletedKeys],
  ['POST', `/people/${ID}/merge`, { personId: GROUP }, 200, 'mergePerson', personKeys],
  ['GET', '/people/data?identifier=ann@example.com', undefined, 200, 'personalData', personalDataKeys],
  ['DELETE', '/people/data', { identifier: 'ann@example.com' }, 202, 'erasePerson', erasureKeys],
  ['GET', `/people/${ID}/data`, undefined, 200, 'personRecord', 'person addresses'],
  ['DELETE', `/people/${ID}/data`, undefined, 202, 'erasePersonRecord', erasureKeys],
  ['GET', '/people/erasures', undefined, 200, 'erasures', erasureKeys],
  ['GET', `/people/erasures/${ID}`, undefined, 200, 'erasure', erasureKeys],
  ['GET', '/sign-up-forms', undefined, 200, 'signUpForms', signUpFormKeys],
  ['POST', '/sign-up-forms', newSignUpForm, 201, 'createSignUpForm', signUpFormKeys],
  ['GET', `/sign-up-forms/${ID}`, undefined, 200, 'signUpForm', signUpFormKeys],
  ['GET', `/sign-up-forms/${ID}/wordings`, undefined, 200, 'signUpWordings', 'version text createdAt'],
  ['PATCH', `/sign-up-forms/${ID}`, { title: 'News' }, 200, 'updateSignUpForm', signUpFormKeys],
  ['DELETE', `/sign-up-forms/${ID}`, undefined, 200, 'deleteSignUpForm', deletedKeys],
  ['GET', '/account', undefined, 200, 'account', userKeys],
  ['GET', '/account/consent', undefined, 200, 'consentSettings', consentKeys],
  ['GET', '/account/brand', undefined, 200, 'brand', brandKeys],
  ['PATCH', '/account/brand', { color: '#0b4aa8' }, 200, 'updateBrand', brandKeys],
  ['GET', '/account/defaults', undefined, 200, 'defaults', 'defaultCountry'],
  ['PATCH', '/account/defaults', { defaultCountry: 'DE' }, 200, 'updateDefaults', 'defaultCountry'],
  ['GET', '/account/tracking', undefined, 200, 'tracking', 'mode conversions'],
  ['PATCH', '/account/tracking', { conversions: true }, 200, 'updateTracking', 'mode conversions'],
  ['GET', '/account/approval', undefined, 200, 'approval', 'required members approvers'],
  ['PATCH', '/account/approval', { required: true }, 200, 'updateApproval', 'required members approvers'],
  ['GET', '/account/utm', undefined, 200, 'utm', 'isOn source medium campaign'],
  ['PATCH', '/account/utm', { isOn: true }, 200, 'updateUtm', 'isOn source medium campaign'],
  ['PATCH', '/account/consent', { optInWords: ['los'] }, 200, 'updateConsentSettings', consentKeys],
  ['GET', '/account/usage', undefined, 200, 'usage', usageKeys],
  ['GET', '/account/audit?action=user.updated', undefined, 200, 'auditEntries', auditKeys],
  ['GET', '/api-keys', undefined, 200, 'apiKeys', apiKeyKeys],
  ['GET', `/api-keys/${ID}`, undefined, 200, 'apiKey', apiKeyKeys],
  ['POST', '/api-keys', { name: 'CI' }, 201, 'createApiKey', `${apiKeyKeys} key`],
  ['POST', `/api-keys/${ID}/rotate`, {}, 201, 'rotateApiKey', `${apiKeyKeys} key`],
  ['DELETE', `/api-keys/${ID}`, undefined, 200, 'deleteApiKey', deletedKeys],
  ['GET', '/webhooks', undefined, 200, 'webhooks', webhookKeys],
  ['GET', `/webhooks/${ID}`, undefined, 200, 'webhook', webhookKeys],
  ['POST', '/webhooks', newWebhook, 201, 'createWebhook', `${webhookKeys} secret`],
  ['PATCH', `/webhooks/${ID}`, { disabled: true, description: null }, 200, 'updateWebhook', webhookKeys],
  ['DELETE', `/webhooks/${ID}`, undefined, 200, 'deleteWebhook', deletedKeys],
  ['POST', `/webhooks/${ID}/secret/rotate`, {}, 200, 'rotateWebhookSecret', `${webhookKeys} secret`],
  ['POST', `/webhooks/${ID}/test`, {}, 200, 'testWebhook', attemptKeys],
  ['GET', `/webhooks/${ID}/attempts?ok=false`, undefined, 200, 'webhookAttempts', attemptKeys],
  ['POST', `/webhooks/${ID}/replay`, { messageId: 'msg_1' }, 202, 'replayWebhook', 'isAccepted'],
  ['GET', '/domains', undefined, 200, 'domains', domainKeys],
  ['POST', '/domains', { domain: 'example.com' }, 201, 'createDomain', domainKeys],
  ['GET', `/domains/${ID}`, undefined, 200, 'domain', domainKeys],
  ['POST', `/domains/${ID}/check`, undefined, 200, 'checkDomain', domainKeys],
  ['POST', `/domains/${ID}/rotate`, undefined, 200, 'rotateDomain', domainKeys],
  ['DELETE', `/domains/${ID}`, undefined, 200, 'deleteDomain', deletedKeys],
  ['GET', '/senders?channel=email', undefined, 200, 'senders', senderKeys],
  ['GET', `/senders/${ID}`, undefined, 200, 'sender', senderKeys],
  ['POST', '/senders', { ...newIntegration, provider: 'SMTP' }, 201, 'createSender', senderKeys],
  ['PATCH', `/senders/${ID}`, { name: 'Ours' }, 200, 'updateSender', senderKeys],
  ['DELETE', `/senders/${ID}`, undefined, 200, 'deleteSender', deletedKeys],
  ['POST', `/senders/${ID}/default`, undefined, 200, 'makeSenderDefault', senderKeys],
  ['GET', `/senders/${ID}/content-templates`, undefined, 200, 'contentTemplates', contentTemplateKeys],
  ['GET', `/senders/${ID}/ramp-up`, undefined, 200, 'rampUp', rampUpKeys],
  ['POST', `/senders/${ID}/ramp-up/resume`, undefined, 200, 'resumeRampUp', rampUpKeys],
  ['POST', `/senders/${ID}/test`, undefined, 200, 'testSender', 'ok reason providerCode detail checkedAt'],
  ['GET', '/integrations?channel=email', undefined, 200, 'integrations', integrationKeys],
  ['GET', `/integrations/${ID}`, undefined, 200, 'integration', integrationKeys],
  ['POST', '/integrations', newIntegration, 201, 'createIntegration', integrationKeys],
  ['PATCH', `/integrations/${ID}`, { name: 'Ours' }, 200, 'updateIntegration', integrationKeys],
  ['DELETE', `/integrations/${ID}`, undefined, 200, 'deleteIntegration', deletedKeys],
  [
    'POST',
    `/integrations/${ID}/test`,
    undefined,
    200,
    'testIntegration',
    'ok reason providerCode detail checkedAt',
  ],
  ['GET', '/members', undefined, 200, 'members', memberKeys],
  ['GET', `/members/${ID}`, undefined, 200, 'member', memberKeys],
  ['PATCH', `/members/${ID}`, { role: 'viewer' }, 200, 'updateMember', memberKeys],
  ['DELETE', `/members/${ID}`, undefined, 200, 'deleteMember', deletedKeys],
  ['GET', '/invitations', undefined, 200, 'invitations', invitationKeys],
  ['GET', `/invitations/${ID}`, undefined, 200, 'invitation', invitationKeys],
  ['POST', '/invitations', newInvitation, 201, 'createInvitation', invitationKeys],
  ['DELETE', `/invitations/${ID}`, undefined, 200, 'deleteInvitation', deletedKeys],
  ['GET', '/notifications', undefined, 200, 'notifications', notificationKeys],
  ['GET', '/sessions/provider', undefined, 200, 'signInProvider', 'name startUrl'],
  ['POST', '/passwords/forgotten', { email: 'ada@example.com' }, 202, 'forgottenPassword', 'email'],
  ['POST', '/passwords', { token: 'a-token' }, 200, 'setPassword', 'email'],
  ['GET', `/operator/users/${USER}/members`, undefined, 200, 'members', memberKeys, 'operator'],
  ['GET', `/operator/users/${USER}/members/${ID}`, undefined, 200, 'member', memberKeys, 'operator'],
  ['POST', `/operator/users/${USER}/members`, newMember, 201, 'createMember', memberKeys, 'operator'],
  ['GET', '/operator/users', undefined, 200, 'users', userKeys, 'operator'],
  ['GET', '/operator/audit', undefined, 200, 'auditEntries', auditKeys, 'operator'],
  ['GET', `/operator/users/${USER}/usage`, undefined, 200, 'usage', usageKeys, 'operator'],
  ['GET', `/operator/users/${USER}/audit`, undefined, 200, 'auditEntries', auditKeys, 'operator'],
  ['GET', `/operator/users/${USER}/api-keys`, undefined, 200, 'apiKeys', apiKeyKeys, 'operator'],
  [
    'DELETE',
    `/operator/users/${USER}/api-keys/${ID}`,
    undefined,
    200,
    'deleteApiKey',
    deletedKeys,
    'operator',
  ],
  ['GET', `/operator/users/${USER}`, undefined, 200, 'user', userKeys, 'operator'],
  ['POST', '/operator/users', { name: 'Ann' }, 201, 'createUser', userKeys, 'operator'],
  ['DELETE', `/operator/users/${USER}`, undefined, 202, 'deleteUser', erasureKeys, 'operator'],
  ['GET', '/operator/erasures', undefined, 200, 'erasures', userErasureKeys, 'operator'],
  ['GET', `/operator/erasures/${ID}`, undefined, 200, 'erasure', userErasureKeys, 'operator'],
  ['PATCH', `/operator/users/${USER}`, { status: 'SUSPENDED' }, 200, 'updateUser', userKeys, 'operator'],
  [
    'POST',
    `/operator/users/${USER}/api-keys`,
    { name: 'CI' },
    201,
    'createApiKey',
    `${apiKeyKeys} key`,
    'operator',
  ],
  ['GET', `/operator/users/${USER}/api-keys/${ID}`, undefined, 200, 'apiKey', apiKeyKeys, 'operator'],
  ['GET', '/operator/health', undefined, 200, 'sendingHealth', 'asOf channels senders others', 'operator'],
  ['GET', '/operator/domains', undefined, 200, 'domains', operatorDomainKeys, 'operator'],
  [
    'POST',
    '/operator/domains',
    { domain: 'example.com' },
    201,
    'createDomain',
    operatorDomainKeys,
    'operator',
  ],
  ['GET', `/operator/domains/${ID}`, undefined, 200, 'domain', operatorDomainKeys, 'operator'],
  ['POST', `/operator/domains/${ID}/check`, undefined, 200, 'checkDomain', operatorDomainKeys, 'operator'],
  ['POST', `/operator/domains/${ID}/rotate`, undefined, 200, 'rotateDomain', operatorDomainKeys, 'operator'],
  ['DELETE', `/operator/domains/${ID}`, undefined, 200, 'deleteDomain', deletedKeys, 'operator'],
  ['GET', '/operator/provider-accounts', undefined, 200, 'providerAccounts', providerAccountKeys, 'operator'],
  [
    'GET',
    `/operator/provider-accounts/${ID}`,
    undefined,
    200,
    'providerAccount',
    providerAccountKeys,
    'operator',
  ],
  [
    'PATCH',
    `/operator/provider-accounts/${ID}`,
    { isPaused: true },
    200,
    'updateProviderAccount',
    providerAccountKeys,
    'operator',
  ],
  ['GET', '/operator/prices', undefined, 200, 'prices', priceKeys, 'operator'],
  ['PATCH', '/operator/prices', newPrices, 200, 'updatePrices', priceKeys, 'operator'],
  ['GET', '/operator/api-keys', undefined, 200, 'apiKeys', operatorKeyKeys, 'operator'],
  ['GET', `/operator/api-keys/${ID}`, undefined, 200, 'apiKey', operatorKeyKeys, 'operator'],
  [
    'POST',
    '/operator/api-keys',
    { name: 'On call' },
    201,
    'createApiKey',
    `${operatorKeyKeys} key`,
    'operator',
  ],
  ['DELETE', `/operator/api-keys/${ID}`, undefined, 200, 'deleteApiKey', deletedKeys, 'operator'],
];
