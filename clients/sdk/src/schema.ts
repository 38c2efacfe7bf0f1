// Generated from the API’s description by `npm run api-types`. Don’t edit this file.
export interface paths {
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["approval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateApproval"];
        trace?: never;
    };
    "/api/v1/account/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["brand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateBrand"];
        trace?: never;
    };
    "/api/v1/account/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateConsentSettings"];
        trace?: never;
    };
    "/api/v1/account/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateDefaults"];
        trace?: never;
    };
    "/api/v1/account/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateTracking"];
        trace?: never;
    };
    "/api/v1/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/utm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["utm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateUtm"];
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["apiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["apiKey"];
        put?: never;
        post?: never;
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["attributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attributes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAttribute"];
        options?: never;
        head?: never;
        patch: operations["updateAttribute"];
        trace?: never;
    };
    "/api/v1/attributes/{name}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["attributeValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/callbacks/email/{provider}/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveMailWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/callbacks/phone/{provider}/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyPhoneWebhook"];
        put?: never;
        post: operations["receivePhoneWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/callbacks/twilio/{integrationId}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/callbacks/twilio/{integrationId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaigns"];
        put?: never;
        post?: never;
        delete: operations["deleteCampaigns"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/v1/campaigns/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["audience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["comments"];
        put?: never;
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["comment"];
        put?: never;
        post?: never;
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["conversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaignCosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/deliveries/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["recipientDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explanation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["rehearsal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/report/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/request-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rescheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaignSenders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unscheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{id}/withdraw-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdrawApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaignFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/organize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["organizeCampaigns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaignTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recordConversion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversions/{conversionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["conversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["domains"];
        put?: never;
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["domain"];
        put?: never;
        post?: never;
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["groups"];
        put?: never;
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["group"];
        put?: never;
        post?: never;
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/api/v1/groups/{groupId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["groupPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createRemoval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deletedGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/import-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["importMappings"];
        put?: never;
        post: operations["saveImportMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["import"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["rejectedOfImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["integrations"];
        put?: never;
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["integration"];
        put?: never;
        post?: never;
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/api/v1/integrations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["invitations"];
        put?: never;
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["invitation"];
        put?: never;
        post?: never;
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["media"];
        put?: never;
        post: operations["createMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/{mediaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mediaFile"];
        put?: never;
        post?: never;
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch: operations["updateMedia"];
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["member"];
        put?: never;
        post?: never;
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/v1/members/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["leaveAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["inboundMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/inbound/{id}/opt-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["optOutInboundMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["notificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateNotificationSettings"];
        trace?: never;
    };
    "/api/v1/notifications/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["unreadNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operatorApiKeys"];
        put?: never;
        post: operations["createOperatorApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operatorApiKey"];
        put?: never;
        post?: never;
        delete: operations["deleteOperatorApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["allAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operatorDomains"];
        put?: never;
        post: operations["createOperatorDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operatorDomain"];
        put?: never;
        post?: never;
        delete: operations["deleteOperatorDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/domains/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkOperatorDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/domains/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateOperatorDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sendingHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operatorPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateOperatorPrices"];
        trace?: never;
    };
    "/api/v1/operator/provider-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["providerAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/provider-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["providerAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateProviderAccount"];
        trace?: never;
    };
    "/api/v1/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["users"];
        put?: never;
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["user"];
        put?: never;
        post?: never;
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/operator/users/{id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userApiKeys"];
        put?: never;
        post: operations["createUserApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userApiKey"];
        put?: never;
        post?: never;
        delete: operations["deleteUserApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userMembers"];
        put?: never;
        post: operations["createUserMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["userUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/passwords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/passwords/forgotten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["forgottenPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["people"];
        put?: never;
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["person"];
        put?: never;
        post?: never;
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/api/v1/people/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["personRecord"];
        put?: never;
        post?: never;
        delete: operations["erasePersonRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["personalData"];
        put?: never;
        post?: never;
        delete: operations["erasePerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["erasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["erasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/profile/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSecondFactor"];
        delete: operations["deleteSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["removals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["removal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removals/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["rejectedOfRemoval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["savedFilters"];
        put?: never;
        post: operations["createSavedFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-filters/{savedFilterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["savedFilter"];
        put?: never;
        post?: never;
        delete: operations["deleteSavedFilter"];
        options?: never;
        head?: never;
        patch: operations["updateSavedFilter"];
        trace?: never;
    };
    "/api/v1/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["segments"];
        put?: never;
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["segment"];
        put?: never;
        post?: never;
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch: operations["updateSegment"];
        trace?: never;
    };
    "/api/v1/segments/{id}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["segmentCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/segments/{id}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["segmentPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/segments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["senders"];
        put?: never;
        post: operations["createSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sender"];
        put?: never;
        post?: never;
        delete: operations["deleteSender"];
        options?: never;
        head?: never;
        patch: operations["updateSender"];
        trace?: never;
    };
    "/api/v1/senders/{id}/content-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["contentTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders/{id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeSenderDefault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders/{id}/ramp-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["rampUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders/{id}/ramp-up/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeRampUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/senders/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sessions"];
        put?: never;
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["session"];
        put?: never;
        post?: never;
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["currentSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSession"];
        trace?: never;
    };
    "/api/v1/sessions/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["finishOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["startOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signInProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-up-forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signUpForms"];
        put?: never;
        post: operations["createSignUpForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-up-forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signUpForm"];
        put?: never;
        post?: never;
        delete: operations["deleteSignUpForm"];
        options?: never;
        head?: never;
        patch: operations["updateSignUpForm"];
        trace?: never;
    };
    "/api/v1/sign-up-forms/{id}/wordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signUpWordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["subcribers"];
        put?: never;
        post: operations["subscribe"];
        delete: operations["deleteSubcribers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["subscriber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSubscriber"];
        trace?: never;
    };
    "/api/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suppressions"];
        put?: never;
        post: operations["createSuppression"];
        delete: operations["deleteSuppressions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suppression"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suppressionHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["templates"];
        put?: never;
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["template"];
        put?: never;
        post?: never;
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/api/v1/templates/{templateId}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["draftWithTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["templateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{templateId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["templateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{templateId}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["topics"];
        put?: never;
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/topics/{topicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["topic"];
        put?: never;
        post?: never;
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/api/v1/topics/{topicId}/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["topicOptOuts"];
        put?: never;
        post: operations["addTopicOptOut"];
        delete: operations["deleteTopicOptOuts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        About: {
            api: "/api/v1";
            docs: "/api/docs";
            name: "Carillon";
        };
        AddOptOut: {
            channel: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
            identifier: string;
        };
        ApiKey: {
            _id: string;
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            name: string;
            networks: string[] | null;
            prefix: string;
            scopes: components["schemas"]["Scope"][];
            user: string;
        };
        ApprovalSetting: {
            approvers: number;
            members: number;
            required: boolean;
        };
        Attribute: {
            converting: components["schemas"]["AttributeConversion"] | null;
            examples: string[];
            fillRate: number | null;
            isComplete: boolean;
            label: string | null;
            misfits: number;
            name: string;
            people: number;
            type: ("text" | "number" | "boolean" | "date" | "list") | null;
        };
        AttributeConversion: {
            change: "TYPE" | "NAME" | "DELETION";
            done: number;
            total: number;
        };
        Attributes: {
            [key: string]: string | number | boolean | string[] | null;
        };
        AttributeValueCount: {
            people: number;
            value: string;
        };
        AttributeValues: {
            isComplete: boolean;
            values: components["schemas"]["AttributeValueCount"][];
        };
        Audience: {
            channels: {
                EMAIL: components["schemas"]["AudienceTally"];
                SMS: components["schemas"]["AudienceTally"];
                WHATSAPP: components["schemas"]["AudienceTally"];
            };
            isComplete: boolean;
            total: number;
        };
        AudienceFields: {
            isComplete: boolean;
            missing: {
                channel: components["schemas"]["Channel"];
                key: string;
                people: number;
            }[];
            names: {
                name: string;
                people: {
                    EMAIL: number;
                    SMS: number;
                    WHATSAPP: number;
                };
            }[];
            people: {
                EMAIL: number;
                SMS: number;
                WHATSAPP: number;
            };
            sms: {
                longest: number;
                segments: number;
            } | null;
        };
        AudienceTally: {
            distinct: number;
            excluded: number;
            members: number;
            reachable: number;
            suppressed: number;
        };
        AuditEntry: {
            _id: string;
            action: "user.created" | "user.updated" | "api_key.created" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "domain.created" | "domain.keys_rotated" | "domain.deleted" | "operator_key.installed" | "operator_key.removed" | "prices.updated" | "provider_account.updated" | "api_key.used" | "campaign.published" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "campaign.paused" | "campaign.resumed" | "campaign.cancelled" | "campaign.rescheduled" | "campaign.unscheduled" | "campaign.retried" | "campaign.deleted" | "campaign.tagged" | "campaign.archived" | "campaign.unarchived" | "campaign.commented" | "campaign.comment_deleted" | "suppression.created" | "suppression.lifted" | "consent_settings.updated" | "import.started" | "import.ended" | "removal.started" | "removal.ended" | "group.exported" | "rejected_lines.exported" | "deliveries.exported" | "audit.exported" | "person.read" | "person.erased" | "person.merged" | "topic.created" | "topic.updated" | "topic.deleted" | "attribute.renamed" | "attribute.retyped" | "attribute.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "user.deleted" | "member.created" | "member.updated" | "member.deleted" | "invitation.created" | "invitation.deleted" | "session.created" | "session.deleted" | "password.changed" | "sign_in.failed" | "recovery_code.used" | "identity.linked" | "identity.unlinked" | "second_factor.enabled" | "second_factor.disabled" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.replayed" | "sign_up_form.created" | "sign_up_form.updated" | "sign_up_form.deleted" | "media.created" | "media.updated" | "media.deleted" | "template.created" | "template.updated" | "template.deleted" | "brand.updated" | "saved_filter.created" | "saved_filter.updated" | "saved_filter.deleted";
            actor: {
                keyId: string | null;
                keyName: string | null;
                keyPrefix: string | null;
                member?: {
                    _id: string;
                    email?: string;
                    name: string;
                };
                role: "user" | "operator" | "system";
            };
            at: string;
            changes: {
                after: string | number | boolean | string[] | null;
                before: string | number | boolean | string[] | null;
                field: string;
            }[];
            requestId: string | null;
            target: {
                _id: string;
                name: string | null;
                type: "user" | "api_key" | "integration" | "domain" | "operator_key" | "prices" | "provider_account" | "campaign" | "suppression" | "import" | "removal" | "group" | "person" | "topic" | "attribute" | "segment" | "erasure" | "member" | "invitation" | "session" | "webhook" | "sign_up_form" | "media" | "template" | "saved_filter";
            };
            user: string | null;
        };
        Brand: {
            address: string | null;
            color: string | null;
            font: ("sans" | "serif" | "mono" | "rounded") | null;
            linkColor: string | null;
            links: {
                href: string;
                network: "website" | "facebook" | "instagram" | "linkedin" | "mastodon" | "bluesky" | "x" | "youtube" | "tiktok";
            }[];
            logo: {
                alt: string;
                src: string;
            } | null;
            textColor: string | null;
            website: string | null;
        };
        Campaign: {
            _id: string;
            createdAt: string;
            creator: string;
            groups: string[];
            message: string;
            name: string;
            shouldRemoveWatermark: boolean;
            status: components["schemas"]["CampaignStatus"];
            updatedAt: string;
        };
        CampaignApproval: {
            _id: string;
            decision: {
                at: string;
                by: {
                    keyId: string | null;
                    memberId: string | null;
                    name: string | null;
                } | null;
                note: string | null;
            } | null;
            note: string | null;
            notStarted: ("TIME_PASSED" | "NOT_PERMITTED") | null;
            requestedAt: string;
            requestedBy: {
                keyId: string | null;
                memberId: string | null;
                name: string | null;
            };
            start: {
                maxLateness: number | null;
                scheduledAt: string | null;
            } | null;
            state: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
        };
        CampaignAudience: {
            channels?: components["schemas"]["CampaignChannels"];
            excludeGroups?: string[];
            excludeSegments?: string[];
            segments?: string[];
            topic?: string | null;
        };
        CampaignChannels: {
            fallbackHours?: number | null;
            order?: ("EMAIL" | "WHATSAPP" | "SMS")[];
            strategy: "EVERY" | "FIRST";
        };
        CampaignChecks: {
            campaignId: string;
            findings: components["schemas"]["CampaignFinding"][];
            isComplete: boolean;
            recipients: {
                EMAIL: number;
                SMS: number;
                WHATSAPP: number;
            } | null;
        };
        CampaignCosts: {
            asOf: string;
            campaignId: string;
            currency: string | null;
            isComplete: boolean;
            isEstimated: boolean;
            isKnown: boolean;
            rows: {
                channel: components["schemas"]["Channel"];
                cost: string | null;
                country: string | null;
                messages: number;
                provider: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
                units: number;
            }[];
            total: string;
            withoutPrice: number;
        };
        CampaignDetail: {
            _id: string;
            approval: components["schemas"]["CampaignApproval"] | null;
            archived: boolean;
            attachments: components["schemas"]["MessageFile"][];
            audience: {
                channels: {
                    fallbackHours: number | null;
                    order: components["schemas"]["Channel"][];
                    strategy: "EVERY" | "FIRST";
                };
                excludeGroups: string[];
                excludeSegments: string[];
                segments: string[];
                topic: string | null;
            };
            createdAt: string;
            creator: string;
            emailDesign: components["schemas"]["EmailDesign"] | null;
            emailMjml: string | null;
            engine: "simple" | "liquid";
            finishedAt: string | null;
            fromName: string | null;
            groups: string[];
            maxLateness: number | null;
            message: string;
            name: string;
            preheader: string | null;
            publishedAt: string | null;
            replyTo: string | null;
            scheduledAt: string | null;
            senders: {
                EMAIL?: string;
                SMS?: string;
                WHATSAPP?: string;
            };
            shouldRemoveWatermark: boolean;
            smsMedia: components["schemas"]["MessageFile"] | null;
            smsMessage: string | null;
            status: components["schemas"]["CampaignStatus"];
            statusReason: string | null;
            subject: string | null;
            tags: string[];
            translations: {
                [key: string]: components["schemas"]["Translation"];
            };
            updatedAt: string;
            utm: components["schemas"]["CampaignUtm"] | null;
            whatsappMedia: components["schemas"]["MessageFile"] | null;
            whatsappMessage: string | null;
            whatsappTemplate: components["schemas"]["WhatsappTemplate"] | null;
        };
        CampaignFigures: {
            _id: string;
            addressed: number;
            approval: ("PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN") | null;
            bounced: number;
            channels: components["schemas"]["Channel"][];
            clicks: number | null;
            complained: number;
            conversions: {
                total: number;
                unique: number | null;
                values: {
                    currency: string;
                    sum: string;
                }[];
            } | null;
            delivered: number;
            emails: number;
            finishedAt: string | null;
            groups: string[];
            opens: number | null;
            optOuts: number | null;
            publishedAt: string | null;
            scheduledAt: string | null;
            segments: string[];
            sent: number;
            tags: string[];
            tracking: "OFF" | "AGGREGATE" | "FULL";
        };
        CampaignFiguresList: {
            campaigns: components["schemas"]["CampaignFigures"][];
        };
        CampaignFinding: {
            channel: components["schemas"]["Channel"];
            code: "LINK_WITHOUT_TARGET" | "LINK_INCOMPLETE" | "LINK_INVALID" | "LINK_UNSAFE" | "LINK_UNFILLED" | "LINK_ANCHOR_MISSING" | "LINK_WITHOUT_TEXT" | "LINK_TEXT_MISLEADING" | "LINK_SHORTENED" | "LINK_TO_IP_ADDRESS" | "LINK_TO_EXAMPLE" | "UNSUBSCRIBE_ELSEWHERE" | "UNSUBSCRIBE_LINK_ADDED" | "IMAGE_WITHOUT_SOURCE" | "IMAGE_EMBEDDED" | "IMAGE_NOT_HTTPS" | "IMAGE_WITHOUT_ALT" | "IMAGE_WITHOUT_SIZE" | "EMAIL_WITHOUT_TEXT" | "SAMPLE_TEXT" | "GMAIL_CLIPS" | "LOW_CONTRAST" | "UNSUPPORTED_MARKUP" | "SUBJECT_ALL_CAPS" | "SUBJECT_FAKE_REPLY" | "SUBJECT_PUNCTUATION" | "SUBJECT_TOO_LONG" | "PREHEADER_MISSING" | "PLACEHOLDER_UNFILLED" | "PLACEHOLDER_UNQUOTED" | "NOT_UNDERSTOOD" | "MESSAGE_TOO_LONG" | "SMS_UNICODE" | "SMS_SEGMENTS" | "TEMPLATE_VARIABLE_UNFILLED" | "TEMPLATE_VARIABLE_SPACES";
            count: number;
            detail: string;
            field: string;
            limit: number | null;
            measured: number | null;
            people: number | null;
            places: {
                element: string;
                line: number;
            }[];
            severity: "error" | "warning" | "info";
            source: string | null;
        };
        CampaignSenders: {
            areDeliveriesKept: boolean;
            asOf: string;
            campaignId: string;
            senders: {
                addressed: number;
                bounced: number;
                channel: components["schemas"]["Channel"];
                complained: number;
                delivered: number;
                failed: number;
                failedOver: number;
                name: string | null;
                provider: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
                sender: string | null;
                sent: number;
            }[];
        };
        CampaignStatus: "DRAFT" | "SCHEDULED" | "SENDING" | "PAUSED" | "SENT" | "CANCELLED";
        CampaignTags: {
            tags: {
                campaigns: number;
                name: string;
            }[];
        };
        CampaignUtm: {
            campaign: string | null;
            isOn: boolean;
            medium: string | null;
            source: string | null;
        };
        ChangePassword: {
            currentPassword: string;
            password: string;
        };
        Channel: "EMAIL" | "WHATSAPP" | "SMS";
        ChannelReport: {
            addressed: number;
            segments: number;
            states: components["schemas"]["CountsByState"];
            total: number;
        };
        ChannelStatistics: {
            bounced: number;
            clicks: number;
            complained: number;
            conversions: number;
            conversionValues: {
                currency: string;
                sum: string;
            }[];
            delivered: number;
            opens: number;
            optOuts: number | null;
            sent: number;
            uniqueClicks: number;
            uniqueConversions: number;
            uniqueOpens: number;
        };
        ColumnMisfits: {
            column: string;
            values: number;
        };
        Comment: {
            _id: string;
            author: {
                keyId: string | null;
                memberId: string | null;
                name: string | null;
            };
            campaign: string;
            createdAt: string;
            text: string;
        };
        ConfirmedByPassword: {
            currentPassword: string;
        };
        ConfirmSecondFactor: {
            code: string;
        };
        Consent: {
            at?: string;
            ip?: string;
            source?: string;
            wording?: string;
        };
        ConsentSettings: {
            helpText: string | null;
            oneClick: "TOPIC" | "ALL";
            optInWords: string[];
            optOutWords: string[];
        };
        ContentTemplate: {
            body: string | null;
            buttons: string[];
            category: ("MARKETING" | "UTILITY" | "AUTHENTICATION") | null;
            contentSid: string;
            hasMedia: boolean;
            language: string;
            name: string;
            rejectionReason: string | null;
            status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED" | "UNSUBMITTED";
            variables: {
                [key: string]: string;
            };
        };
        Conversion: {
            _id: string;
            campaign: string;
            clickedAt: string;
            currency: string | null;
            delivery: string | null;
            occurredAt: string;
            reference: string;
            source: "PIXEL" | "API";
            value: string | null;
        };
        CountsByState: {
            BOUNCED: number;
            CANCELLED: number;
            COMPLAINED: number;
            DELIVERED: number;
            FAILED: number;
            QUEUED: number;
            READ: number;
            SENT: number;
            SKIPPED: number;
            UNCONFIRMED: number;
        };
        CreateApiKey: {
            expiresAt?: string;
            name: string;
            networks?: string[];
            scopes?: ("read" | "write" | "send" | "admin" | "consent")[];
        };
        CreateCampaign: {
            audience?: components["schemas"]["CampaignAudience"];
            emailMessage?: string | null;
            engine?: "simple" | "liquid";
            fromName?: string | null;
            groups: string[];
            isStarted?: boolean;
            maxLateness?: number;
            name: string;
            preheader?: string | null;
            replyTo?: string | null;
            scheduledAt?: string | null;
            senders?: {
                EMAIL?: string;
                SMS?: string;
                WHATSAPP?: string;
            };
            shouldRemoveWatermark?: boolean;
            smsMessage?: string | null;
            subject?: string | null;
            utm?: components["schemas"]["UtmInput"] | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: components["schemas"]["WhatsappTemplateInput"] | null;
        };
        CreateComment: {
            text: string;
        };
        CreateDomain: {
            domain: string;
        };
        CreateDraft: {
            attachments?: string[];
            audience?: components["schemas"]["CampaignAudience"];
            emailDesign?: components["schemas"]["EmailDesignInput"] | null;
            emailMessage?: string | null;
            emailMjml?: string | null;
            engine?: "simple" | "liquid";
            fromName?: string | null;
            groups?: string[];
            name?: string | null;
            preheader?: string | null;
            replyTo?: string | null;
            senders?: {
                EMAIL?: string;
                SMS?: string;
                WHATSAPP?: string;
            };
            shouldRemoveWatermark?: boolean;
            smsMedia?: string | null;
            smsMessage?: string | null;
            subject?: string | null;
            translations?: {
                [key: string]: components["schemas"]["TranslationInput"] | null;
            };
            utm?: components["schemas"]["UtmInput"] | null;
            whatsappMedia?: string | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: components["schemas"]["WhatsappTemplateInput"] | null;
        };
        CreateEmailIntegration: {
            channel: "email" | "EMAIL";
            name: string;
            ratePerSecond?: number;
            settings: components["schemas"]["EmailSettings"];
        };
        CreateEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "SMTP";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["EmailSettings"];
        };
        CreateGroup: {
            name: string;
            slug?: string;
        };
        CreateHttpEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "HTTP";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["HttpEmailSettings"];
        };
        CreateHttpSmsSender: {
            channel: "sms" | "SMS";
            name: string;
            provider?: "HTTP";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["HttpSmsSettings"];
        };
        CreateHttpWhatsappSender: {
            channel: "whatsapp" | "WHATSAPP";
            name: string;
            provider?: "HTTP";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["HttpWhatsappSettings"];
        };
        CreateIntegration: components["schemas"]["CreateEmailIntegration"] | components["schemas"]["CreateWhatsappIntegration"] | components["schemas"]["CreateSmsIntegration"];
        CreateInvitation: {
            email: string;
            role: "owner" | "sender" | "editor" | "approver" | "viewer";
        };
        CreateMailgunEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "MAILGUN";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["MailgunEmailSettings"];
        };
        CreateMember: {
            email: string;
            name: string;
            password: string;
            role: "owner" | "sender" | "editor" | "approver" | "viewer";
        };
        CreateMetaWhatsappSender: {
            channel: "whatsapp" | "WHATSAPP";
            name: string;
            provider?: "META";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["MetaWhatsappSettings"];
        };
        CreateOperatorApiKey: {
            expiresAt?: string;
            name: string;
            networks?: string[];
            scopes?: ("read" | "users" | "admin")[];
        };
        CreatePoolEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "POOL";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["PoolEmailSettings"];
        };
        CreatePoolSmsSender: {
            channel: "sms" | "SMS";
            name: string;
            provider?: "POOL";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["PoolSmsSettings"];
        };
        CreatePoolWhatsappSender: {
            channel: "whatsapp" | "WHATSAPP";
            name: string;
            provider?: "POOL";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["PoolWhatsappSettings"];
        };
        CreatePostmarkEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "POSTMARK";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["PostmarkEmailSettings"];
        };
        CreateSavedFilter: {
            approval?: ("PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN") | null;
            archived?: boolean;
            name: string;
            search?: string | null;
            status?: ("DRAFT" | "SCHEDULED" | "SENDING" | "PAUSED" | "SENT" | "CANCELLED") | null;
            tag?: string | null;
        };
        CreateSegment: {
            conditions: components["schemas"]["SegmentConditions"];
            name: string;
        };
        CreateSender: components["schemas"]["CreateEmailSender"] | components["schemas"]["CreateHttpEmailSender"] | components["schemas"]["CreateSesEmailSender"] | components["schemas"]["CreateSendgridEmailSender"] | components["schemas"]["CreateMailgunEmailSender"] | components["schemas"]["CreatePostmarkEmailSender"] | components["schemas"]["CreatePoolEmailSender"] | components["schemas"]["CreateWhatsappSender"] | components["schemas"]["CreateMetaWhatsappSender"] | components["schemas"]["CreateHttpWhatsappSender"] | components["schemas"]["CreatePoolWhatsappSender"] | components["schemas"]["CreateSmsSender"] | components["schemas"]["CreateVonageSmsSender"] | components["schemas"]["CreateTelnyxSmsSender"] | components["schemas"]["CreateHttpSmsSender"] | components["schemas"]["CreatePoolSmsSender"];
        CreateSendgridEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "SENDGRID";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["SendgridEmailSettings"];
        };
        CreateSesEmailSender: {
            channel: "email" | "EMAIL";
            name: string;
            provider?: "SES";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["SesEmailSettings"];
        };
        CreateSession: {
            account?: string;
            code?: string;
            email: string;
            password: string;
        };
        CreateSignUpForm: {
            button?: string | null;
            confirmedUrl?: string | null;
            fields?: {
                attribute: string;
                label: string;
                required?: boolean;
            }[];
            group: string;
            html?: string | null;
            language?: "en" | "de";
            name: string;
            plainText?: string | null;
            requestedUrl?: string | null;
            subject?: string | null;
            text?: string | null;
            title: string;
            wording: string;
        };
        CreateSmsIntegration: {
            channel: "sms" | "SMS";
            name: string;
            ratePerSecond?: number;
            settings: components["schemas"]["SmsSettings"];
        };
        CreateSmsSender: {
            channel: "sms" | "SMS";
            name: string;
            provider?: "TWILIO";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["SmsSettings"];
        };
        CreateSuppression: {
            channel: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
            identifier: string;
        };
        CreateTelnyxSmsSender: {
            channel: "sms" | "SMS";
            name: string;
            provider?: "TELNYX";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["TelnyxSmsSettings"];
        };
        CreateTemplate: {
            attachments?: string[];
            emailDesign?: components["schemas"]["EmailDesignInput"] | null;
            emailMessage?: string | null;
            emailMjml?: string | null;
            engine?: "simple" | "liquid";
            fromName?: string | null;
            kind?: "CAMPAIGN" | "BLOCKS" | "LAYOUT";
            name: string;
            preheader?: string | null;
            replyTo?: string | null;
            shouldRemoveWatermark?: boolean;
            smsMedia?: string | null;
            smsMessage?: string | null;
            subject?: string | null;
            translations?: {
                [key: string]: components["schemas"]["TranslationInput"] | null;
            };
            utm?: components["schemas"]["UtmInput"] | null;
            whatsappMedia?: string | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: components["schemas"]["WhatsappTemplateInput"] | null;
        };
        CreateTopic: {
            description?: string;
            name: string;
        };
        CreateUser: {
            email?: string;
            name: string;
            plan?: "FREE" | "UPGRADED";
        };
        CreateUserApiKey: {
            burst?: number;
            expiresAt?: string;
            name: string;
            networks?: string[];
            ratePerSecond?: number;
            scopes?: ("read" | "write" | "send" | "admin" | "consent")[];
            unlimited?: boolean;
        };
        CreateVonageSmsSender: {
            channel: "sms" | "SMS";
            name: string;
            provider?: "VONAGE";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["VonageSmsSettings"];
        };
        CreateWebhook: {
            batch?: boolean;
            description?: string | null;
            eventTypes: ("campaign.published" | "campaign.paused" | "campaign.resumed" | "campaign.retried" | "campaign.cancelled" | "campaign.completed" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.unconfirmed" | "delivery.bounced" | "delivery.complained" | "subscriber.unsubscribed" | "topic.opted_out" | "subscriber.confirmed" | "suppression.created" | "message.received" | "import.finished" | "person.created" | "person.updated" | "person.merged" | "person.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "attribute.updated" | "attribute.deleted")[];
            url: string;
        };
        CreateWhatsappIntegration: {
            channel: "whatsapp" | "WHATSAPP";
            name: string;
            ratePerSecond?: number;
            settings: components["schemas"]["WhatsappSettings"];
        };
        CreateWhatsappSender: {
            channel: "whatsapp" | "WHATSAPP";
            name: string;
            provider?: "TWILIO";
            rampUp?: components["schemas"]["RampUpInput"];
            ratePerSecond?: number;
            settings: components["schemas"]["WhatsappSettings"];
        };
        CurrentSession: {
            _id: string;
            createdAt: string;
            csrfToken: string;
            expiresAt: string;
            isCurrent: boolean;
            lastUsedAt: string;
            member: string;
            user: string;
            userAgent: string | null;
        };
        DailyEmailsInput: {
            startPerDay: number;
            targetPerDay: number;
        };
        DayRange: {
            from?: string;
            to?: string;
        } | {
            inLastDays: number;
        } | {
            inNextDays: number;
        };
        DecideOnCampaign: {
            approvalId: string;
            note?: string;
        };
        Defaults: {
            defaultCountry: string | null;
        };
        DeleteCampaigns: {
            campaignIds: string[];
        };
        Deleted: {
            deletedCount: number;
            ids: string[];
            result: {
                n: number;
                ok: 1;
            };
        };
        DeletedGroup: {
            _id: string;
            deletedAt: string;
            name: string;
        };
        DeleteIdentity: {
            currentPassword: string;
            issuer: string;
        };
        DeleteSubscribers: {
            groupId: string;
            subscriberIds: string[];
        };
        DeleteSuppressions: {
            confirmConsent?: boolean;
            reason?: string;
            suppressionIds: string[];
        };
        Delivery: {
            _id: string;
            attempts: number;
            bounce: ("HARD" | "SOFT") | null;
            campaign: string;
            channel: components["schemas"]["Channel"];
            clickedAt: string | null;
            convertedAt: string | null;
            createdAt: string;
            deliveredAt: string | null;
            fallbackId: string | null;
            identifier: string;
            nextTryAt: string | null;
            openedAt: string | null;
            providerCode: string | null;
            providerId: string | null;
            readAt: string | null;
            reason: string | null;
            segments: number | null;
            sentAt: string | null;
            state: components["schemas"]["DeliveryState"];
            subscriber: string;
            updatedAt: string;
        };
        DeliveryState: "QUEUED" | "SENT" | "DELIVERED" | "READ" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SKIPPED" | "UNCONFIRMED" | "CANCELLED";
        DesignBlock: {
            align?: "left" | "center" | "right";
            background?: string;
            html: string;
            level?: 1 | 2 | 3;
            sample?: true;
            type: "heading";
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            brand?: true;
            html: string;
            sample?: true;
            type: "text";
        } | {
            align?: "left" | "center" | "right";
            alt: string;
            background?: string;
            brand?: true;
            href?: string;
            src: string;
            type: "image";
            width?: number;
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            href: string;
            label: string;
            type: "button";
        } | {
            background?: string;
            type: "divider";
        } | {
            background?: string;
            height: number;
            type: "spacer";
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            brand?: true;
            links: {
                href: string;
                network: "website" | "facebook" | "instagram" | "linkedin" | "mastodon" | "bluesky" | "x" | "youtube" | "tiktok";
            }[];
            type: "social";
        } | {
            background?: string;
            columns: components["schemas"]["DesignLeaf"][][];
            type: "columns";
            widths: "1-1" | "1-2" | "2-1" | "1-1-1";
        } | {
            type: "slot";
        };
        DesignLeaf: {
            align?: "left" | "center" | "right";
            background?: string;
            html: string;
            level?: 1 | 2 | 3;
            sample?: true;
            type: "heading";
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            brand?: true;
            html: string;
            sample?: true;
            type: "text";
        } | {
            align?: "left" | "center" | "right";
            alt: string;
            background?: string;
            brand?: true;
            href?: string;
            src: string;
            type: "image";
            width?: number;
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            href: string;
            label: string;
            type: "button";
        } | {
            background?: string;
            type: "divider";
        } | {
            background?: string;
            height: number;
            type: "spacer";
        } | {
            align?: "left" | "center" | "right";
            background?: string;
            brand?: true;
            links: {
                href: string;
                network: "website" | "facebook" | "instagram" | "linkedin" | "mastodon" | "bluesky" | "x" | "youtube" | "tiktok";
            }[];
            type: "social";
        };
        DeviceCounts: {
            DESKTOP: number;
            PHONE: number;
            TABLET: number;
            UNKNOWN: number;
        };
        Domain: {
            _id: string;
            checkedAt: string | null;
            createdAt: string;
            domain: string;
            keys: {
                algorithm: "RSA_2048" | "ED25519";
                createdAt: string;
                selector: string;
                state: "PENDING" | "ACTIVE" | "RETIRED";
            }[];
            records: {
                advice: string;
                finding: "not_checked" | "dns_unavailable" | "dkim_published" | "dkim_missing" | "dkim_optional" | "dkim_other_key" | "dkim_retired" | "spf_published" | "spf_unaligned" | "spf_missing" | "spf_needs_sender" | "spf_several" | "spf_invalid" | "spf_too_many_lookups" | "spf_allows_all" | "spf_lacks_server" | "spf_server_unclear" | "dmarc_published" | "dmarc_monitors" | "dmarc_missing" | "dmarc_several" | "dmarc_invalid" | "dmarc_strict" | "mx_published" | "mx_missing" | "bimi_published" | "bimi_missing" | "bimi_needs_policy";
                found: string[];
                isRequired: boolean;
                name: string;
                purpose: "DKIM" | "SPF" | "DMARC" | "BOUNCE_MX" | "BIMI";
                status: "OK" | "MISSING" | "WRONG" | "UNKNOWN";
                type: "TXT" | "MX";
                value: string | null;
            }[];
            state: "PENDING" | "INCOMPLETE" | "OK";
            updatedAt: string;
            user: string;
        };
        DomainGroup: "GMAIL" | "MICROSOFT" | "YAHOO" | "APPLE" | "GMX" | "OTHER";
        DomainGroupsInput: {
            APPLE?: components["schemas"]["DailyEmailsInput"];
            GMAIL?: components["schemas"]["DailyEmailsInput"];
            GMX?: components["schemas"]["DailyEmailsInput"];
            MICROSOFT?: components["schemas"]["DailyEmailsInput"];
            OTHER?: components["schemas"]["DailyEmailsInput"];
            YAHOO?: components["schemas"]["DailyEmailsInput"];
        };
        EmailDesign: {
            blocks: components["schemas"]["DesignBlock"][];
            layout?: components["schemas"]["EmailLayout"];
            style?: {
                background?: string;
                button?: string;
                buttonText?: string;
                font?: "sans" | "serif" | "mono" | "rounded";
                link?: string;
                surface?: string;
                text?: string;
            };
        };
        EmailDesignInput: {
            blocks: components["schemas"]["DesignBlock"][];
            layout?: {
                blocks?: components["schemas"]["DesignBlock"][];
                id: string;
                name?: string;
                style?: {
                    background?: string;
                    button?: string;
                    buttonText?: string;
                    font?: "sans" | "serif" | "mono" | "rounded";
                    link?: string;
                    surface?: string;
                    text?: string;
                };
                version?: number;
            };
            style?: {
                background?: string;
                button?: string;
                buttonText?: string;
                font?: "sans" | "serif" | "mono" | "rounded";
                link?: string;
                surface?: string;
                text?: string;
            };
        };
        EmailLayout: {
            blocks: components["schemas"]["DesignBlock"][];
            id: string;
            name: string;
            style?: {
                background?: string;
                button?: string;
                buttonText?: string;
                font?: "sans" | "serif" | "mono" | "rounded";
                link?: string;
                surface?: string;
                text?: string;
            };
            version: number;
        };
        EmailSettings: {
            bounceAddress?: string;
            bounceDomain?: string;
            caCertificate?: string;
            feedbackAddresses?: string;
            feedbackKey?: string;
            feedbackProvider?: "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK";
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            host: string;
            maxConnections?: number;
            password?: string;
            port: number;
            postalAddress?: string;
            replyTo?: string;
            security: "none" | "starttls" | "tls";
            username?: string;
        };
        EmailSettingsChange: {
            bounceAddress?: string | null;
            bounceDomain?: string | null;
            caCertificate?: string | null;
            feedbackAddresses?: string | null;
            feedbackKey?: string | null;
            feedbackProvider?: ("SES" | "SENDGRID" | "MAILGUN" | "POSTMARK") | null;
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            host?: string;
            maxConnections?: number | null;
            password?: string | null;
            port?: number;
            postalAddress?: string | null;
            replyTo?: string | null;
            security?: "none" | "starttls" | "tls";
            username?: string | null;
        };
        EmailSettingsShown: {
            bounceAddress?: string;
            bounceDomain?: string;
            caCertificate?: string;
            feedbackAddresses?: string;
            feedbackProvider?: "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK";
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            host: string;
            maxConnections?: number;
            port: number;
            postalAddress?: string;
            replyTo?: string;
            security: "none" | "starttls" | "tls";
            username?: string;
        };
        EngagementCounts: {
            machine: number;
            total: number;
            unique: number | null;
        };
        ErasePersonalData: {
            identifier: string;
        };
        Erasure: {
            _id: string;
            finishedAt: string | null;
            requestedAt: string;
            requestedBy: {
                key: string;
                role: "user" | "operator";
            };
            services: {
                erasedAt: string | null;
                service: "subscriber" | "dispatcher" | "gateway" | "campaign" | "webhook-worker" | "account";
            }[];
            state: "RUNNING" | "DONE";
        };
        ErrorCode: "malformed_request" | "malformed_json" | "missing_api_key" | "invalid_api_key" | "api_key_expired" | "sign_in_failed" | "second_factor_required" | "invalid_session" | "operator_key_required" | "user_key_required" | "insufficient_scope" | "network_not_allowed" | "account_suspended" | "session_required" | "invalid_csrf_token" | "invalid_signature" | "route_not_found" | "campaign_not_found" | "comment_not_found" | "conversion_not_found" | "group_not_found" | "subscriber_not_found" | "person_not_found" | "segment_not_found" | "topic_not_found" | "sign_up_form_not_found" | "media_not_found" | "template_not_found" | "template_version_not_found" | "layout_not_found" | "saved_filter_not_found" | "attribute_not_found" | "domain_not_found" | "sender_not_found" | "integration_not_found" | "api_key_not_found" | "operator_key_not_found" | "provider_account_not_found" | "user_not_found" | "import_not_found" | "removal_not_found" | "erasure_not_found" | "inbound_message_not_found" | "suppression_not_found" | "delivery_not_found" | "member_not_found" | "invitation_not_found" | "session_not_found" | "webhook_not_found" | "webhook_message_not_found" | "link_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "campaign_not_draft" | "campaign_changed" | "campaign_wrong_status" | "campaign_groups_missing" | "campaign_audience_missing" | "campaign_senders_missing" | "campaign_attachments_missing" | "campaign_templates_unusable" | "approval_required" | "approval_not_pending" | "own_approval_request" | "nothing_to_retry" | "subscriber_exists" | "person_conflict" | "attribute_exists" | "slug_taken" | "group_in_use" | "segment_in_use" | "media_in_use" | "template_changed" | "saved_filter_name_taken" | "domain_exists" | "sender_name_taken" | "sender_in_use" | "default_sender" | "content_templates_unsupported" | "integration_exists" | "integration_in_use" | "api_key_in_use" | "api_key_rotated" | "member_exists" | "last_owner" | "too_few_members" | "second_factor_exists" | "second_factor_not_begun" | "password_not_set" | "mail_not_configured" | "operator_key_configured" | "address_suppressed" | "suppression_by_recipient" | "limit_reached" | "answer_erased" | "quota_exceeded" | "idempotency_in_progress" | "body_too_large" | "unsupported_media_type" | "validation_failed" | "file_form_unclear" | "file_unusable" | "campaign_incomplete" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal" | "provider_failed" | "service_unavailable" | "timeout";
        ExplainedClause: {
            condition: components["schemas"]["SegmentConditions"] | null;
            depth: number;
            mayHaveChanged: boolean;
            operator: ("all" | "any" | "not") | null;
            outcome: boolean | null;
            value: (string | number | boolean | string[]) | null;
        };
        ExplainedGroup: {
            _id: string;
            mayHaveChanged: boolean;
            memberships: {
                _id: string;
                channel: components["schemas"]["Channel"];
                createdAt: string;
                identifier: string;
                updatedAt: string;
            }[];
            name: string | null;
            outcome: boolean | null;
        };
        ExplainedResult: "READ" | "DELIVERED" | "COMPLAINED" | "SENT" | "QUEUED" | "UNCONFIRMED" | "BOUNCED" | "FAILED" | "CANCELLED" | "SUPPRESSED" | "TOPIC_OPTED_OUT" | "SNOOZED" | "UNSUBSCRIBED" | "EXCLUDED" | "ERASED" | "NO_INTEGRATION" | "NO_MESSAGE" | "SKIPPED" | "NOT_STARTED" | "NOT_PLANNED_YET" | "DELIVERIES_DELETED" | "JOINED_LATER" | "NO_MEMBERSHIP" | "CHANGED_SINCE" | "NOT_TARGETED" | "UNKNOWN_PERSON";
        ExplainedSegment: {
            _id: string;
            clauses: components["schemas"]["ExplainedClause"][];
            isTooNew: boolean;
            mayHaveChanged: boolean;
            name: string | null;
            outcome: boolean | null;
            version: number | null;
        };
        Explanation: {
            asOf: string;
            campaign: string;
            deliveries: {
                _id: string;
                advice: string | null;
                attempts: number;
                bounce: ("HARD" | "SOFT") | null;
                campaign: string;
                channel: components["schemas"]["Channel"];
                clickedAt: string | null;
                convertedAt: string | null;
                createdAt: string;
                deliveredAt: string | null;
                earlierSenders: {
                    at: string;
                    providerCode: string | null;
                    reason: string;
                    sender: string;
                }[];
                fallbackId: string | null;
                identifier: string;
                nextTryAt: string | null;
                openedAt: string | null;
                providerCode: string | null;
                providerId: string | null;
                readAt: string | null;
                reason: string | null;
                segments: number | null;
                sender: string | null;
                sentAt: string | null;
                state: components["schemas"]["DeliveryState"];
                subscriber: string;
                translation: string | null;
                updatedAt: string;
            }[];
            excludeGroups: components["schemas"]["ExplainedGroup"][];
            excludeSegments: components["schemas"]["ExplainedSegment"][];
            groups: components["schemas"]["ExplainedGroup"][];
            isPlanned: boolean;
            person: string | null;
            plannedAt: string | null;
            result: components["schemas"]["ExplainedResult"];
            segments: components["schemas"]["ExplainedSegment"][];
            snoozes: {
                applied: boolean;
                changedAt: string;
                channel: components["schemas"]["Channel"];
                identifier: string;
                until: string | null;
            }[];
            status: components["schemas"]["CampaignStatus"];
            summary: string;
            suppressions: {
                applied: boolean;
                channel: components["schemas"]["Channel"];
                createdAt: string;
                identifier: string;
                liftedAt: string | null;
                reason: "UNSUBSCRIBED" | "COMPLAINED" | "STOPPED" | "BOUNCED" | "MANUAL";
                sender: string | null;
                source: string | null;
            }[];
            topic: {
                _id: string;
                isLeft: boolean;
                name: string | null;
                optOuts: {
                    applied: boolean;
                    channel: components["schemas"]["Channel"];
                    createdAt: string;
                    identifier: string;
                    liftedAt: string | null;
                    source: string | null;
                }[];
            } | null;
        };
        ExtraData: {
            [key: string]: components["schemas"]["Level2"];
        };
        ForgottenPassword: {
            email: string;
        };
        Group: {
            _id: string;
            counts?: {
                EMAIL: number;
                SMS: number;
                total: number;
                WHATSAPP: number;
            };
            createdAt: string;
            name: string;
            slug: string;
            updatedAt: string;
            user: string;
        };
        GroupPerson: {
            memberships: components["schemas"]["Subscriber"][];
            person: components["schemas"]["Person"] | null;
        };
        HttpEmailSettings: {
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            replyTo?: string;
            secret: string;
            url: string;
        };
        HttpEmailSettingsChange: {
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            maxConnections?: number | null;
            postalAddress?: string | null;
            replyTo?: string | null;
            secret?: string;
            url?: string;
        };
        HttpEmailSettingsShown: {
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            replyTo?: string;
            url: string;
        };
        HttpSmsSettings: {
            from?: string;
            maxConnections?: number;
            secret: string;
            url: string;
        };
        HttpSmsSettingsChange: {
            from?: string | null;
            maxConnections?: number | null;
            secret?: string;
            url?: string;
        };
        HttpSmsSettingsShown: {
            from?: string;
            maxConnections?: number;
            url: string;
        };
        HttpWhatsappSettings: {
            from?: string;
            maxConnections?: number;
            secret: string;
            url: string;
        };
        HttpWhatsappSettingsChange: {
            from?: string | null;
            maxConnections?: number | null;
            secret?: string;
            url?: string;
        };
        HttpWhatsappSettingsShown: {
            from?: string;
            maxConnections?: number;
            url: string;
        };
        Import: {
            _id: string;
            created: number;
            createdAt: string;
            dryRun: boolean;
            finishedAt: string | null;
            format: "csv" | "ndjson";
            group: string;
            lines: number;
            misfits: components["schemas"]["ColumnMisfits"][];
            rejected: number;
            skipped: number;
            state: "RECEIVING" | "RUNNING" | "DONE" | "FAILED";
            suppressed: number;
            updated: number;
        };
        ImportColumns: {
            [key: string]: {
                form?: string;
                optedOut?: {
                    channel: "EMAIL" | "WHATSAPP" | "SMS";
                    values: string[];
                };
                rule?: "keep" | "fill" | "overwrite";
                type?: "text" | "number" | "boolean" | "date" | "list";
            };
        };
        ImportMapping: {
            columns: string[];
            everybody: string | null;
            fields: {
                [key: string]: string;
            };
            options: {
                [key: string]: {
                    form?: string;
                    optedOut?: {
                        channel: "EMAIL" | "WHATSAPP" | "SMS";
                        values: string[];
                    };
                    rule?: "keep" | "fill" | "overwrite";
                    type?: "text" | "number" | "boolean" | "date" | "list";
                };
            };
            updatedAt: string;
        };
        ImportMappingFields: {
            address?: string;
            channel?: string;
            email?: string;
            externalId?: string;
            phone?: string;
            whatsapp?: string;
        };
        InboundCallback: {
            Body?: string;
            ButtonPayload?: string;
            ButtonText?: string;
            From?: string;
            MessageSid?: string;
            OptOutType?: string;
            To?: string;
        } & {
            [key: string]: string;
        };
        InboundMessage: {
            _id: string;
            channel: components["schemas"]["Channel"];
            identifier: string;
            integration: string;
            meaning: ("STOP" | "START" | "HELP") | null;
            optedOutAt: string | null;
            receivedAt: string;
            sender: string | null;
            text: string;
            user: string;
        };
        Integration: {
            _id: string;
            channel: components["schemas"]["Channel"];
            checkedAt: string | null;
            createdAt: string;
            name: string;
            ratePerSecond: number | null;
            secrets: {
                [key: string]: string;
            };
            settings: components["schemas"]["EmailSettingsShown"] | components["schemas"]["HttpEmailSettingsShown"] | components["schemas"]["SesEmailSettingsShown"] | components["schemas"]["SendgridEmailSettingsShown"] | components["schemas"]["MailgunEmailSettingsShown"] | components["schemas"]["PostmarkEmailSettingsShown"] | components["schemas"]["PoolEmailSettingsShown"] | components["schemas"]["WhatsappSettingsShown"] | components["schemas"]["MetaWhatsappSettingsShown"] | components["schemas"]["HttpWhatsappSettingsShown"] | components["schemas"]["PoolWhatsappSettingsShown"] | components["schemas"]["SmsSettingsShown"] | components["schemas"]["VonageSmsSettingsShown"] | components["schemas"]["TelnyxSmsSettingsShown"] | components["schemas"]["HttpSmsSettingsShown"] | components["schemas"]["PoolSmsSettingsShown"];
            status: "UNTESTED" | "OK" | "FAILING";
            statusReason: string | null;
            updatedAt: string;
            user: string;
            webhookUrl: string | null;
        };
        IntegrationChange: {
            at: string;
            by: {
                keyId: string;
                role: "user" | "operator";
            };
            channel: components["schemas"]["Channel"];
            fields: string[];
            integration: string;
        };
        Invitation: {
            _id: string;
            createdAt: string;
            email: string;
            expiresAt: string;
            role: components["schemas"]["MemberRole"];
            user: string;
        };
        Level2: components["schemas"]["Scalar"] | components["schemas"]["Level3"][] | {
            [key: string]: components["schemas"]["Level3"];
        };
        Level3: components["schemas"]["Scalar"] | components["schemas"]["Level4"][] | {
            [key: string]: components["schemas"]["Level4"];
        };
        Level4: components["schemas"]["Scalar"] | components["schemas"]["Level5"][] | {
            [key: string]: components["schemas"]["Level5"];
        };
        Level5: components["schemas"]["Scalar"] | components["schemas"]["Scalar"][] | {
            [key: string]: components["schemas"]["Scalar"];
        };
        LiftOptOuts: {
            confirmConsent?: boolean;
            optOutIds: string[];
        };
        Link: {
            clicks: components["schemas"]["EngagementCounts"];
            counted: boolean;
            url: string;
        };
        ListSubscribers: {
            groupId?: string;
        };
        MailgunEmailSettings: {
            apiKey: string;
            domain: string;
            feedbackAddresses?: string;
            feedbackKey?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            region?: "us" | "eu";
            replyTo?: string;
        };
        MailgunEmailSettingsChange: {
            apiKey?: string;
            domain?: string;
            feedbackAddresses?: string | null;
            feedbackKey?: string | null;
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            maxConnections?: number | null;
            postalAddress?: string | null;
            region?: ("us" | "eu") | null;
            replyTo?: string | null;
        };
        MailgunEmailSettingsShown: {
            domain: string;
            feedbackAddresses?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            region?: "us" | "eu";
            replyTo?: string;
        };
        MarkNotificationsRead: {
            ids?: string[];
            until?: string;
        };
        Media: {
            _id: string;
            alt: string;
            bytes: number;
            createdAt: string;
            height: number | null;
            kind: "IMAGE" | "FILE";
            name: string;
            type: string;
            updatedAt: string;
            url: string;
            user: string;
            width: number | null;
        };
        Member: {
            _id: string;
            createdAt: string;
            email: string;
            hasSecondFactor: boolean;
            name: string;
            role: components["schemas"]["MemberRole"];
            updatedAt: string;
            user: string;
        };
        MemberRole: "owner" | "sender" | "editor" | "approver" | "viewer";
        MergePerson: {
            personId: string;
        };
        MessageFile: {
            _id: string;
            bytes: number;
            name: string;
            type: string;
        };
        MetaWhatsappSettings: {
            accessToken: string;
            appSecret: string;
            businessAccountId: string;
            phoneNumberId: string;
        };
        MetaWhatsappSettingsChange: {
            accessToken?: string;
            appSecret?: string;
            businessAccountId?: string;
            phoneNumberId?: string;
        };
        MetaWhatsappSettingsShown: {
            businessAccountId: string;
            phoneNumberId: string;
        };
        NewApiKey: {
            _id: string;
            createdAt: string;
            expiresAt: string | null;
            key?: string;
            lastUsedAt: string | null;
            name: string;
            networks: string[] | null;
            prefix: string;
            scopes: components["schemas"]["Scope"][];
            user: string;
        };
        NewOperatorApiKey: {
            _id: string;
            createdAt: string;
            expiresAt: string | null;
            isConfigured: boolean;
            key?: string;
            lastUsedAt: string | null;
            name: string;
            networks: string[] | null;
            prefix: string;
            scopes: components["schemas"]["OperatorScope"][];
        };
        NewWebhook: {
            _id: string;
            batch: boolean;
            createdAt: string;
            description: string | null;
            disabled: boolean;
            disabledFor: ("USER" | "FAILURES" | "GONE") | null;
            eventTypes: components["schemas"]["WebhookEventType"][];
            failingSince: string | null;
            formerSecretUntil: string | null;
            secret?: string;
            updatedAt: string;
            url: string;
            user: string;
        };
        Notification: {
            _id: string;
            actor: {
                memberId: string | null;
                name: string | null;
            } | null;
            at: string;
            bounceRate: number | null;
            campaign: string;
            campaignName: string;
            delivered: number | null;
            failed: number | null;
            isRead: boolean | null;
            kind: "campaign.completed" | "campaign.paused" | "campaign.cancelled" | "campaign.bounced" | "campaign.approval_requested" | "campaign.approved" | "campaign.rejected" | "campaign.commented";
            reason: string | null;
        };
        NotificationSettings: {
            approvals: boolean;
            bounces: boolean;
            comments: boolean;
            finished: boolean;
            language: "en" | "de";
            paused: boolean;
        };
        OneSubscriber: {
            _id: string;
            consent?: components["schemas"]["Consent"];
            createdAt: string;
            extraData: components["schemas"]["ExtraData"];
            group: string;
            identifier: string;
            integration: components["schemas"]["Channel"];
            isVerified: boolean;
            subscriberToken: string;
            updatedAt: string;
            user: string;
        };
        OperatorApiKey: {
            _id: string;
            createdAt: string;
            expiresAt: string | null;
            isConfigured: boolean;
            lastUsedAt: string | null;
            name: string;
            networks: string[] | null;
            prefix: string;
            scopes: components["schemas"]["OperatorScope"][];
        };
        OperatorDomain: {
            _id: string;
            checkedAt: string | null;
            createdAt: string;
            domain: string;
            keys: {
                algorithm: "RSA_2048" | "ED25519";
                createdAt: string;
                selector: string;
                state: "PENDING" | "ACTIVE" | "RETIRED";
            }[];
            records: {
                advice: string;
                finding: "not_checked" | "dns_unavailable" | "dkim_published" | "dkim_missing" | "dkim_optional" | "dkim_other_key" | "dkim_retired" | "spf_published" | "spf_unaligned" | "spf_missing" | "spf_needs_sender" | "spf_several" | "spf_invalid" | "spf_too_many_lookups" | "spf_allows_all" | "spf_lacks_server" | "spf_server_unclear" | "dmarc_published" | "dmarc_monitors" | "dmarc_missing" | "dmarc_several" | "dmarc_invalid" | "dmarc_strict" | "mx_published" | "mx_missing" | "bimi_published" | "bimi_missing" | "bimi_needs_policy";
                found: string[];
                isRequired: boolean;
                name: string;
                purpose: "DKIM" | "SPF" | "DMARC" | "BOUNCE_MX" | "BIMI";
                status: "OK" | "MISSING" | "WRONG" | "UNKNOWN";
                type: "TXT" | "MX";
                value: string | null;
            }[];
            state: "PENDING" | "INCOMPLETE" | "OK";
            updatedAt: string;
        };
        OperatorScope: "read" | "users" | "admin";
        OrganizeCampaigns: {
            addTags?: string[];
            archived?: boolean;
            campaignIds: string[];
            removeTags?: string[];
        };
        OrganizedCampaigns: {
            campaignIds: string[];
        };
        PasswordAddress: {
            email: string;
        };
        Person: {
            _id: string;
            attributes: {
                [key: string]: string | number | boolean | string[];
            };
            country: string | null;
            createdAt: string;
            email: string[];
            externalId: string | null;
            locale: string | null;
            phone: string[];
            timeZone: string | null;
            updatedAt: string;
            whatsapp: string[];
        };
        PersonalData: {
            deliveries: {
                _id: string;
                attempts: number;
                bounce: ("HARD" | "SOFT") | null;
                campaign: string;
                channel: components["schemas"]["Channel"];
                clickedAt: string | null;
                conversions: components["schemas"]["Conversion"][];
                convertedAt: string | null;
                createdAt: string;
                deliveredAt: string | null;
                extraData: {
                    [key: string]: unknown;
                };
                fallbackId: string | null;
                identifier: string;
                nextTryAt: string | null;
                openedAt: string | null;
                providerCode: string | null;
                providerId: string | null;
                readAt: string | null;
                reason: string | null;
                segments: number | null;
                sentAt: string | null;
                state: components["schemas"]["DeliveryState"];
                subscriber: string;
                updatedAt: string;
            }[];
            helpAnswers: {
                at: string;
                channel: components["schemas"]["Channel"];
            }[];
            identifier: string;
            importLines: {
                import: string;
                kind: "ADD" | "REMOVE";
                line: number;
                reason: string | null;
                text: string;
            }[];
            inboundMessages: components["schemas"]["InboundMessage"][];
            lastInboundAt: string | null;
            memberships: {
                _id: string;
                consent: {
                    at: string;
                    given: components["schemas"]["Consent"] | null;
                    import: string | null;
                    key: string;
                    source: string;
                };
                createdAt: string;
                extraData: {
                    [key: string]: unknown;
                };
                group: string;
                groupName: string;
                integration: components["schemas"]["Channel"];
                updatedAt: string;
            }[];
            person: components["schemas"]["Person"] | null;
            previousValues: {
                attributes: {
                    [key: string]: string | number | boolean | string[];
                };
                country: string | null;
                identifiers: string[];
                locale: string | null;
                until: string;
            }[];
            signUps: {
                _id: string;
                answers: {
                    [key: string]: string;
                };
                confirmed: {
                    at: string;
                    ip: string | null;
                    userAgent: string | null;
                } | null;
                form: string;
                group: string;
                joinedAt: string | null;
                mailedAt: string | null;
                requested: {
                    at: string;
                    ip: string | null;
                    userAgent: string | null;
                };
                title: string;
                wording: string;
                wordingVersion: number;
            }[];
            storedAnswers: {
                expiresAt: string;
                requestedAt: string;
            }[];
            suppressions: {
                _id: string;
                causes: {
                    at: string;
                    reason: "UNSUBSCRIBED" | "COMPLAINED" | "STOPPED" | "BOUNCED" | "MANUAL";
                    sender: string | null;
                    source: string | null;
                }[];
                channel: components["schemas"]["Channel"];
                doubtedAt: string | null;
                lifted: {
                    createdAt: string;
                    liftedAt: string;
                    liftedBy: {
                        keyId: string | null;
                        source: string | null;
                        type: "KEY" | "RECIPIENT";
                    };
                    reason: components["schemas"]["SuppressionReason"];
                    sender: string | null;
                    source: string | null;
                    why: string | null;
                }[];
                pastTopics: {
                    createdAt: string;
                    liftedAt: string;
                    liftedBy: string;
                    source: string | null;
                    topic: string;
                }[];
                snoozedUntil: string | null;
                topics: {
                    createdAt: string;
                    source: string | null;
                    topic: string;
                }[];
            }[];
        };
        PersonFields: {
            attributes?: components["schemas"]["Attributes"];
            country?: string | null;
            email?: string[];
            externalId?: string | null;
            locale?: string | null;
            phone?: string[];
            timeZone?: string | null;
            whatsapp?: string[];
        };
        PersonRecord: {
            addresses: components["schemas"]["PersonalData"][];
            person: components["schemas"]["Person"];
        };
        PoolEmailSettings: {
            members: {
                domains?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PoolEmailSettingsChange: {
            members?: {
                domains?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy?: "ORDER" | "WEIGHTS";
        };
        PoolEmailSettingsShown: {
            members: {
                domains?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PoolSmsSettings: {
            members: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PoolSmsSettingsChange: {
            members?: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy?: "ORDER" | "WEIGHTS";
        };
        PoolSmsSettingsShown: {
            members: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PoolWhatsappSettings: {
            members: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PoolWhatsappSettingsChange: {
            members?: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy?: "ORDER" | "WEIGHTS";
        };
        PoolWhatsappSettingsShown: {
            members: {
                countries?: string[];
                senderId: string;
                topicIds?: string[];
                weight?: number;
            }[];
            strategy: "ORDER" | "WEIGHTS";
        };
        PostmarkEmailSettings: {
            feedbackAddresses?: string;
            feedbackKey?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            messageStream?: string;
            postalAddress?: string;
            replyTo?: string;
            serverToken: string;
        };
        PostmarkEmailSettingsChange: {
            feedbackAddresses?: string | null;
            feedbackKey?: string | null;
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            maxConnections?: number | null;
            messageStream?: string | null;
            postalAddress?: string | null;
            replyTo?: string | null;
            serverToken?: string;
        };
        PostmarkEmailSettingsShown: {
            feedbackAddresses?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            messageStream?: string;
            postalAddress?: string;
            replyTo?: string;
        };
        Preview: {
            EMAIL: {
                html: string;
                subject: string;
                text: string;
            } | null;
            missingKeys: string[];
            SMS: {
                encoding: string;
                segments: number;
                text: string;
            } | null;
            translation: string | null;
            unquotedKeys: string[];
            warnings: {
                code: "GMAIL_CLIPS" | "NOT_UNDERSTOOD";
                detail: string;
                source: string | null;
            }[];
            WHATSAPP: {
                text: string;
            } | null;
            whatsappTemplate: {
                contentSid: string;
                variables: {
                    [key: string]: string;
                };
            } | null;
        };
        PreviewCampaign: {
            extraData?: components["schemas"]["ExtraData"] | null;
            subscriberId?: string;
            translation?: string | null;
        };
        PreviewSegment: {
            conditions: components["schemas"]["SegmentConditions"];
        };
        Prices: {
            _id: string | null;
            createdAt: string | null;
            currency: string | null;
            prices: {
                channel: components["schemas"]["Channel"];
                country: string | null;
                price: string;
                provider: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
            }[];
        };
        Problem: {
            candidates?: string;
            code: components["schemas"]["ErrorCode"];
            detail: string;
            errors: components["schemas"]["WrongField"][];
            limit?: string;
            parameter?: string;
            personIds?: string;
            quota?: "subscribers" | "people" | "groups" | "segments" | "campaigns" | "runningCampaigns" | "monthlySpending" | "media" | "mediaBytes" | "templates" | "savedFilters" | "importBytes" | "rejectedLines" | "suppressions" | "idempotencyBytes";
            reason?: string;
            requestId: string;
            status: number;
            subscriberId?: string;
            title: string;
            type: string;
            used?: string;
        };
        Profile: {
            _id: string;
            accounts: {
                member: string;
                name: string;
                role: components["schemas"]["MemberRole"];
                user: string;
            }[];
            createdAt: string;
            email: string;
            hasPassword: boolean;
            hasSecondFactor: boolean;
            identities: {
                issuer: string;
                subject: string;
            }[];
            name: string;
            recoveryCodes: number;
        };
        ProviderAccount: {
            _id: string;
            channels: components["schemas"]["Channel"][];
            isPaused: boolean;
            name: string;
            pausedAt: string | null;
            provider: "SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX";
            ratePerSecond: number | null;
            senders: number;
            users: number;
        };
        PublishCampaign: {
            campaignId: string;
            maxLateness?: number;
            scheduledAt?: string | null;
        };
        PublishedCampaign: {
            _id: string;
            createdAt: string;
            creator: string;
            groups: string[];
            message: string;
            name: string;
            shouldRemoveWatermark: boolean;
            smsMessage: string | null;
            status: components["schemas"]["CampaignStatus"];
            updatedAt: string;
            whatsappMessage: string | null;
        };
        RampUp: {
            domainGroups: {
                [key: string]: {
                    startPerDay: number;
                    targetPerDay: number;
                };
            };
            factor: number | null;
            maxBounceRate: number;
            maxComplaintRate: number;
            startPerDay: number;
            startsOn: string;
            step: number | null;
            targetPerDay: number;
        };
        RampUpInput: {
            domainGroups?: components["schemas"]["DomainGroupsInput"];
            factor?: number;
            maxBounceRate?: number;
            maxComplaintRate?: number;
            startPerDay: number;
            startsOn?: string;
            step?: number;
            targetPerDay: number;
        };
        RampUpState: {
            bounced: number;
            complained: number;
            date: string;
            day: number;
            domainGroups: {
                group: components["schemas"]["DomainGroup"];
                limit: number;
                sent: number;
            }[];
            limit: number;
            paused: {
                at: string;
                rate: number;
                reason: "BOUNCE_RATE" | "COMPLAINT_RATE";
            } | null;
            sent: number;
            waitsUntil: string | null;
        };
        RecipientDomains: {
            areDeliveriesKept: boolean;
            asOf: string;
            campaignId: string;
            domains: {
                addressed: number;
                bounced: number;
                clicks: number | null;
                complained: number;
                delivered: number;
                domain: string;
                failed: number;
                group: components["schemas"]["DomainGroup"];
                opens: number | null;
                sent: number;
            }[];
            groups: {
                addressed: number;
                bounced: number;
                clicks: number | null;
                complained: number;
                delivered: number;
                failed: number;
                group: components["schemas"]["DomainGroup"];
                opens: number | null;
                sent: number;
            }[];
            isComplete: boolean;
            others: {
                addressed: number;
                bounced: number;
                clicks: number | null;
                complained: number;
                delivered: number;
                domains: number;
                failed: number;
                opens: number | null;
                sent: number;
            };
        };
        RecordConversion: {
            click: string;
            currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
            occurredAt?: string;
            reference: string;
            value?: string;
        };
        RecoveryCodes: {
            recoveryCodes?: string[];
        };
        Rehearsal: {
            asOf: string;
            campaignId: string;
            channels: {
                EMAIL: components["schemas"]["RehearsedChannel"];
                SMS: components["schemas"]["RehearsedChannel"];
                WHATSAPP: components["schemas"]["RehearsedChannel"];
            };
            costs: {
                currency: string | null;
                rows: {
                    channel: components["schemas"]["Channel"];
                    cost: string | null;
                    country: string | null;
                    messages: number;
                    provider: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
                    units: number;
                }[];
                total: string;
                withoutPrice: number;
            };
            endUnknown: ("NOBODY_REACHED" | "RATE_UNKNOWN") | null;
            estimatedEndAt: string | null;
            isComplete: boolean;
            missing: {
                channel: components["schemas"]["Channel"];
                count: number;
                key: string;
                people: components["schemas"]["RehearsalExample"][];
            }[];
            outsideWindow: number | null;
            problems: {
                code: string;
                detail: string;
                errors: {
                    code: string;
                    detail: string;
                    field: string;
                }[];
            }[];
            reached: number;
            runningCampaigns: {
                limit: number | null;
                used: number;
            };
            sms: {
                longest: number;
                segments: number;
            } | null;
            total: number;
        };
        RehearsalExample: {
            identifier: string;
            name: string | null;
            personId: string | null;
            subscriberId: string;
        };
        RehearsalReason: {
            count: number;
            people: components["schemas"]["RehearsalExample"][];
            reason: string;
            state: "SKIPPED" | "FAILED";
        };
        RehearsedChannel: {
            ratePerSecond: number | null;
            rateSource: ("SENDER" | "RECENT_CAMPAIGN") | null;
            reached: number;
            total: number;
            unreached: components["schemas"]["RehearsalReason"][];
        };
        Removal: {
            _id: string;
            createdAt: string;
            finishedAt: string | null;
            format: "csv" | "ndjson";
            group: string;
            lines: number;
            missing: number;
            rejected: number;
            removed: number;
            state: "RECEIVING" | "RUNNING" | "DONE" | "FAILED";
        };
        ReplayWebhook: {
            messageId?: string;
            since?: string;
            until?: string;
        };
        Report: {
            addressed: number;
            asOf: string;
            campaignId: string;
            channels: {
                EMAIL: components["schemas"]["ChannelReport"];
                SMS: components["schemas"]["ChannelReport"];
                WHATSAPP: components["schemas"]["ChannelReport"];
            };
            conversions: {
                total: number;
                unique: number | null;
                values: {
                    currency: string;
                    sum: string;
                }[];
            } | null;
            engagement: {
                clicks: components["schemas"]["EngagementCounts"];
                devices: {
                    clicks: components["schemas"]["DeviceCounts"];
                    opens: components["schemas"]["DeviceCounts"];
                };
                mode: "OFF" | "AGGREGATE" | "FULL";
                opens: components["schemas"]["EngagementCounts"];
            };
            estimatedEndAt: string | null;
            finishedAt: string | null;
            integrationChanges: components["schemas"]["IntegrationChange"][];
            optOuts: number | null;
            planning: {
                done: boolean;
                planned: number;
            };
            publishedAt: string | null;
            ratePerSecond: number | null;
            reasons: components["schemas"]["ReportReason"][];
            startedAt: string | null;
            states: components["schemas"]["CountsByState"];
            status: components["schemas"]["CampaignStatus"];
            statusReason: string | null;
            total: number;
            waiting: components["schemas"]["ReportWaiting"][];
        };
        ReportReason: {
            advice: string | null;
            channel: components["schemas"]["Channel"];
            count: number;
            providerCode: string | null;
            reason: string;
            state: components["schemas"]["DeliveryState"];
        };
        ReportWaiting: {
            channel: components["schemas"]["Channel"];
            nextTryAt: string | null;
            reason: string;
            since: string;
        };
        RequestApproval: {
            isStarted?: boolean;
            maxLateness?: number;
            note?: string;
            scheduledAt?: string | null;
        };
        RescheduleCampaign: {
            maxLateness?: number;
            scheduledAt: string;
        };
        RestoreTemplate: {
            ifVersion?: number;
        };
        ResultCounts: {
            FAILED: number;
            SENT: number;
            UNCONFIRMED: number;
        };
        RetryCampaign: {
            channels?: ("email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS")[];
            reasons?: string[];
            states?: ("FAILED" | "UNCONFIRMED")[];
        };
        RotateApiKey: {
            expiresAt?: string;
            overlap?: number;
        };
        SavedFilter: {
            _id: string;
            approval: ("PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN") | null;
            archived: boolean;
            createdAt: string;
            name: string;
            search: string | null;
            status: components["schemas"]["CampaignStatus"] | null;
            tag: string | null;
            updatedAt: string;
            user: string;
        };
        SaveImportMapping: {
            columns: string[];
            everybody?: "email" | "whatsapp" | "sms";
            fields: components["schemas"]["ImportMappingFields"];
            options?: components["schemas"]["ImportColumns"];
        };
        Scalar: string | number | boolean | null;
        Scope: "read" | "write" | "send" | "admin" | "consent";
        SecondFactor: {
            uri?: string;
        };
        Segment: {
            _id: string;
            conditions: components["schemas"]["SegmentConditions"];
            createdAt: string;
            name: string;
            updatedAt: string;
            version: number;
        };
        SegmentConditions: {
            all: components["schemas"]["SegmentConditions"][];
        } | {
            any: components["schemas"]["SegmentConditions"][];
        } | {
            not: components["schemas"]["SegmentConditions"];
        } | {
            attribute: string;
            is: (string | number | boolean)[];
        } | {
            attribute: string;
            contains: string;
        } | {
            attribute: string;
            startsWith: string;
        } | {
            attribute: string;
            number: {
                from?: number;
                to?: number;
            };
        } | {
            attribute: string;
            date: components["schemas"]["DayRange"];
        } | {
            attribute: string;
            exists: true;
        } | {
            group: string;
        } | {
            channel: "EMAIL" | "WHATSAPP" | "SMS";
        } | {
            country: string[];
        } | {
            locale: string[];
        } | {
            joined: components["schemas"]["DayRange"];
        } | {
            atLeast?: number;
            campaignId?: string;
            did: "SENT" | "DELIVERED" | "OPENED" | "CLICKED" | "BOUNCED" | "REPLIED";
            inLastDays?: number;
        } | {
            campaignId: string;
            did: "CLICKED";
            inLastDays?: number;
            link: number;
        };
        SegmentCount: {
            isComplete: boolean;
            people: number;
            problems: {
                kind: "GROUP" | "ATTRIBUTE";
                what: string;
            }[];
        };
        SegmentPreview: {
            isComplete: boolean;
            people: number;
            problems: {
                kind: "GROUP" | "ATTRIBUTE";
                what: string;
            }[];
            sample: components["schemas"]["Person"][];
        };
        Sender: {
            _id: string;
            channel: components["schemas"]["Channel"];
            checkedAt: string | null;
            createdAt: string;
            isDefault: boolean;
            isPaused: boolean;
            name: string;
            provider: "SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX";
            rampUp: components["schemas"]["RampUp"] | null;
            ratePerSecond: number | null;
            secrets: {
                [key: string]: string;
            };
            settings: components["schemas"]["EmailSettingsShown"] | components["schemas"]["HttpEmailSettingsShown"] | components["schemas"]["SesEmailSettingsShown"] | components["schemas"]["SendgridEmailSettingsShown"] | components["schemas"]["MailgunEmailSettingsShown"] | components["schemas"]["PostmarkEmailSettingsShown"] | components["schemas"]["PoolEmailSettingsShown"] | components["schemas"]["WhatsappSettingsShown"] | components["schemas"]["MetaWhatsappSettingsShown"] | components["schemas"]["HttpWhatsappSettingsShown"] | components["schemas"]["PoolWhatsappSettingsShown"] | components["schemas"]["SmsSettingsShown"] | components["schemas"]["VonageSmsSettingsShown"] | components["schemas"]["TelnyxSmsSettingsShown"] | components["schemas"]["HttpSmsSettingsShown"] | components["schemas"]["PoolSmsSettingsShown"];
            standing: {
                at: string;
                messagingLimit: (number | "UNLIMITED") | null;
                number: string | null;
                quality: ("HIGH" | "MEDIUM" | "LOW") | null;
                restrictedUntil: string | null;
                restriction: ("RESTRICTED" | "DISABLED") | null;
            } | null;
            status: "UNTESTED" | "OK" | "FAILING";
            statusReason: string | null;
            updatedAt: string;
            user: string;
            webhookUrl: string | null;
            webhookVerifyToken: string | null;
        };
        SenderCheck: {
            checkedAt: string;
            detail: string | null;
            ok: boolean;
            providerCode: string | null;
            reason: string | null;
        };
        SendgridEmailSettings: {
            apiKey: string;
            feedbackAddresses?: string;
            feedbackKey?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            region?: "us" | "eu";
            replyTo?: string;
        };
        SendgridEmailSettingsChange: {
            apiKey?: string;
            feedbackAddresses?: string | null;
            feedbackKey?: string | null;
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            maxConnections?: number | null;
            postalAddress?: string | null;
            region?: ("us" | "eu") | null;
            replyTo?: string | null;
        };
        SendgridEmailSettingsShown: {
            feedbackAddresses?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            region?: "us" | "eu";
            replyTo?: string;
        };
        SendingHealth: {
            asOf: string;
            channels: {
                capacity: number;
                channel: components["schemas"]["Channel"];
                leased: number;
                offered: number;
                oldestSeconds: number;
                ready: number;
                recipients: number;
                workers: number;
            }[];
            others: number;
            senders: {
                account: string | null;
                accountName: string | null;
                channel: components["schemas"]["Channel"];
                failed: number;
                isAccountPaused: boolean;
                name: string | null;
                provider: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "POOL" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
                sender: string | null;
                sent: number;
                unconfirmed: number;
                unusable: {
                    nextTryAt: string;
                    providerCode: string | null;
                    reason: string;
                    since: string;
                } | null;
                user: string | null;
            }[];
        };
        SesEmailSettings: {
            accessKeyId: string;
            awsRegion: string;
            configurationSet?: string;
            feedbackAddresses?: string;
            feedbackKey?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            replyTo?: string;
            secretAccessKey: string;
        };
        SesEmailSettingsChange: {
            accessKeyId?: string;
            awsRegion?: string;
            configurationSet?: string | null;
            feedbackAddresses?: string | null;
            feedbackKey?: string | null;
            footerLanguage?: ("en" | "de") | null;
            fromAddress?: string;
            fromName?: string | null;
            maxConnections?: number | null;
            postalAddress?: string | null;
            replyTo?: string | null;
            secretAccessKey?: string;
        };
        SesEmailSettingsShown: {
            accessKeyId: string;
            awsRegion: string;
            configurationSet?: string;
            feedbackAddresses?: string;
            footerLanguage?: "en" | "de";
            fromAddress: string;
            fromName?: string;
            maxConnections?: number;
            postalAddress?: string;
            replyTo?: string;
        };
        Session: {
            _id: string;
            createdAt: string;
            expiresAt: string;
            isCurrent: boolean;
            lastUsedAt: string;
            member: string;
            user: string;
            userAgent: string | null;
        };
        SetPassword: {
            name?: string;
            password?: string;
            token: string;
        };
        SignInProvider: {
            name: string;
            startUrl: string;
        };
        SignUpForm: {
            _id: string;
            button: string | null;
            confirmedUrl: string | null;
            createdAt: string;
            fields: {
                attribute: string;
                label: string;
                required: boolean;
            }[];
            group: string;
            html: string | null;
            language: "en" | "de";
            name: string;
            plainText: string | null;
            requestedUrl: string | null;
            snippet: string;
            subject: string | null;
            text: string | null;
            title: string;
            updatedAt: string;
            url: string;
            user: string;
            wording: string;
            wordingVersion: number;
        };
        SignUpWording: {
            createdAt: string;
            text: string;
            version: number;
        };
        SmsSettings: {
            accountSid: string;
            apiKeySecret?: string;
            apiKeySid?: string;
            authToken: string;
            from?: string;
            messagingServiceSid?: string;
        };
        SmsSettingsChange: {
            accountSid?: string;
            apiKeySecret?: string | null;
            apiKeySid?: string | null;
            authToken?: string;
            from?: string | null;
            messagingServiceSid?: string | null;
        };
        SmsSettingsShown: {
            accountSid: string;
            apiKeySid?: string;
            from?: string;
            messagingServiceSid?: string;
        };
        Statistics: {
            asOf: string;
            days: {
                campaigns: number;
                channels: {
                    EMAIL: components["schemas"]["ChannelStatistics"];
                    SMS: components["schemas"]["ChannelStatistics"];
                    WHATSAPP: components["schemas"]["ChannelStatistics"];
                };
                costs: {
                    currency: string;
                    isEstimated: boolean;
                    sum: string;
                }[];
                day: string;
            }[];
            timeZone: string;
            total: {
                campaigns: number;
                channels: {
                    EMAIL: components["schemas"]["ChannelStatistics"];
                    SMS: components["schemas"]["ChannelStatistics"];
                    WHATSAPP: components["schemas"]["ChannelStatistics"];
                };
                costs: {
                    currency: string;
                    isEstimated: boolean;
                    sum: string;
                }[];
            };
        };
        StatusCallback: {
            ErrorCode?: string;
            From?: string;
            MessageSid?: string;
            MessageStatus?: string;
            To?: string;
        } & {
            [key: string]: string;
        };
        Subscribe: {
            consent?: components["schemas"]["Consent"];
            doubleOptIn?: boolean;
            extraData?: components["schemas"]["ExtraData"] | null;
            formId?: string;
            groupSlug: string;
            identifier: string;
            integration: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
        };
        Subscriber: {
            _id: string;
            consent?: components["schemas"]["Consent"];
            createdAt: string;
            extraData: components["schemas"]["ExtraData"];
            group: string;
            identifier: string;
            integration: components["schemas"]["Channel"];
            subscriberToken: string;
            updatedAt: string;
        };
        Suppression: {
            _id: string;
            channel: components["schemas"]["Channel"];
            createdAt: string;
            identifier: string;
            reason: components["schemas"]["SuppressionReason"];
            sender: string | null;
            user: string;
        };
        SuppressionHistory: {
            causes: {
                createdAt: string;
                reason: components["schemas"]["SuppressionReason"];
                sender: string | null;
                source: string | null;
            }[];
            channel: components["schemas"]["Channel"];
            identifier: string;
            lifted: {
                createdAt: string;
                liftedAt: string;
                liftedBy: {
                    keyId: string | null;
                    source: string | null;
                    type: "KEY" | "RECIPIENT";
                };
                reason: components["schemas"]["SuppressionReason"];
                sender: string | null;
                source: string | null;
                why: string | null;
            }[];
            pastTopics: {
                createdAt: string;
                liftedAt: string;
                liftedBy: string;
                source: string | null;
                topic: string;
            }[];
            snoozedUntil: string | null;
            topics: {
                createdAt: string;
                source: string | null;
                topic: string;
            }[];
        };
        SuppressionReason: "UNSUBSCRIBED" | "COMPLAINED" | "STOPPED" | "BOUNCED" | "MANUAL";
        TelnyxSmsSettings: {
            apiKey: string;
            from: string;
            messagingProfileId?: string;
            publicKey: string;
        };
        TelnyxSmsSettingsChange: {
            apiKey?: string;
            from?: string;
            messagingProfileId?: string | null;
            publicKey?: string;
        };
        TelnyxSmsSettingsShown: {
            from: string;
            messagingProfileId?: string;
            publicKey: string;
        };
        Template: {
            _id: string;
            channels: components["schemas"]["Channel"][];
            createdAt: string;
            kind: "CAMPAIGN" | "BLOCKS" | "LAYOUT";
            name: string;
            updatedAt: string;
            user: string;
            version: number;
        };
        TemplateDetail: {
            _id: string;
            attachments: components["schemas"]["MessageFile"][];
            createdAt: string;
            emailDesign: components["schemas"]["EmailDesign"] | null;
            emailMjml: string | null;
            engine: "simple" | "liquid";
            fromName: string | null;
            kind: "CAMPAIGN" | "BLOCKS" | "LAYOUT";
            message: string;
            name: string;
            preheader: string | null;
            replyTo: string | null;
            shouldRemoveWatermark: boolean;
            smsMedia: components["schemas"]["MessageFile"] | null;
            smsMessage: string | null;
            subject: string | null;
            translations: {
                [key: string]: components["schemas"]["Translation"];
            };
            updatedAt: string;
            user: string;
            utm: components["schemas"]["CampaignUtm"] | null;
            version: number;
            whatsappMedia: components["schemas"]["MessageFile"] | null;
            whatsappMessage: string | null;
            whatsappTemplate: components["schemas"]["WhatsappTemplate"] | null;
        };
        TemplateVersion: {
            channels: components["schemas"]["Channel"][];
            name: string;
            savedAt: string;
            version: number;
        };
        Test: {
            _id: string;
            channel: "EMAIL" | "WHATSAPP" | "SMS";
            identifier: string;
            state: "SENT" | "FAILED" | "UNCONFIRMED";
        };
        TestCampaign: {
            channel: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
            extraData?: components["schemas"]["ExtraData"] | null;
            identifier: string;
            translation?: string | null;
        };
        TestIntegration: {
            identifier?: string;
        };
        TestSender: {
            identifier?: string;
        };
        Timeline: {
            asOf: string;
            buckets: {
                at: string;
                channels: {
                    EMAIL: components["schemas"]["ResultCounts"];
                    SMS: components["schemas"]["ResultCounts"];
                    WHATSAPP: components["schemas"]["ResultCounts"];
                };
            }[];
            bucketSeconds: number;
            campaignId: string;
        };
        Topic: {
            _id: string;
            createdAt: string;
            description: string;
            name: string;
            updatedAt: string;
            user: string;
        };
        TopicOptOut: {
            _id: string;
            channel: components["schemas"]["Channel"];
            createdAt: string;
            identifier: string;
            source: string | null;
        };
        Tracking: {
            conversions: boolean;
            mode: "OFF" | "AGGREGATE" | "FULL";
        };
        Translation: {
            emailDesign: components["schemas"]["EmailDesign"] | null;
            emailMessage: string | null;
            emailMjml: string | null;
            preheader: string | null;
            smsMessage: string | null;
            subject: string | null;
            whatsappMessage: string | null;
            whatsappTemplate: components["schemas"]["WhatsappTemplate"] | null;
        };
        TranslationInput: {
            emailDesign?: components["schemas"]["EmailDesignInput"] | null;
            emailMessage?: string | null;
            emailMjml?: string | null;
            preheader?: string | null;
            smsMessage?: string | null;
            subject?: string | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: {
                contentSid: string;
                variables?: {
                    [key: string]: string;
                };
            } | null;
        };
        UnreadNotifications: {
            unread: number;
        };
        UpdateApproval: {
            required: boolean;
        };
        UpdateAttribute: {
            label?: string | null;
            name?: string;
            type?: ("text" | "number" | "boolean" | "date" | "list") | null;
        };
        UpdateBrand: {
            address?: string | null;
            color?: string | null;
            font?: ("sans" | "serif" | "mono" | "rounded") | null;
            linkColor?: string | null;
            links?: {
                href: string;
                network: "website" | "facebook" | "instagram" | "linkedin" | "mastodon" | "bluesky" | "x" | "youtube" | "tiktok";
            }[];
            logo?: {
                alt: string;
                src: string;
            } | null;
            textColor?: string | null;
            website?: string | null;
        };
        UpdateCampaign: {
            attachments?: string[];
            audience?: components["schemas"]["CampaignAudience"];
            emailDesign?: components["schemas"]["EmailDesignInput"] | null;
            emailMessage?: string | null;
            emailMjml?: string | null;
            engine?: "simple" | "liquid";
            fromName?: string | null;
            groups?: string[];
            ifUpdatedAt?: string;
            name?: string | null;
            preheader?: string | null;
            replyTo?: string | null;
            senders?: {
                EMAIL?: string;
                SMS?: string;
                WHATSAPP?: string;
            };
            shouldRemoveWatermark?: boolean;
            smsMedia?: string | null;
            smsMessage?: string | null;
            subject?: string | null;
            translations?: {
                [key: string]: components["schemas"]["TranslationInput"] | null;
            };
            utm?: components["schemas"]["UtmInput"] | null;
            whatsappMedia?: string | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: components["schemas"]["WhatsappTemplateInput"] | null;
        };
        UpdateConsentSettings: {
            helpText?: string | null;
            oneClick?: "TOPIC" | "ALL";
            optInWords?: string[];
            optOutWords?: string[];
        };
        UpdateDefaults: {
            defaultCountry?: string | null;
        };
        UpdateGroup: {
            name?: string;
            slug?: string;
        };
        UpdateIntegration: {
            name?: string;
            ratePerSecond?: number | null;
            settings?: components["schemas"]["EmailSettingsChange"] | components["schemas"]["WhatsappSettingsChange"] | components["schemas"]["SmsSettingsChange"];
        };
        UpdateMedia: {
            alt?: string;
            name?: string;
        };
        UpdateMember: {
            role: "owner" | "sender" | "editor" | "approver" | "viewer";
        };
        UpdateNotificationSettings: {
            approvals?: boolean;
            bounces?: boolean;
            comments?: boolean;
            finished?: boolean;
            language?: "en" | "de";
            paused?: boolean;
        };
        UpdatePrices: {
            currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
            prices: {
                channel: "EMAIL" | "WHATSAPP" | "SMS";
                country?: string | null;
                price: string;
                provider?: ("SMTP" | "HTTP" | "SES" | "SENDGRID" | "MAILGUN" | "POSTMARK" | "TWILIO" | "META" | "VONAGE" | "TELNYX") | null;
            }[];
        };
        UpdateProfile: {
            name: string;
        };
        UpdateProviderAccount: {
            isPaused?: boolean;
            ratePerSecond?: number | null;
        };
        UpdateSavedFilter: {
            approval?: ("PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN") | null;
            archived?: boolean;
            name?: string;
            search?: string | null;
            status?: ("DRAFT" | "SCHEDULED" | "SENDING" | "PAUSED" | "SENT" | "CANCELLED") | null;
            tag?: string | null;
        };
        UpdateSegment: {
            conditions?: components["schemas"]["SegmentConditions"];
            name?: string;
        };
        UpdateSender: {
            isPaused?: boolean;
            name?: string;
            rampUp?: components["schemas"]["RampUpInput"] | null;
            ratePerSecond?: number | null;
            settings?: components["schemas"]["EmailSettingsChange"] | components["schemas"]["HttpEmailSettingsChange"] | components["schemas"]["SesEmailSettingsChange"] | components["schemas"]["SendgridEmailSettingsChange"] | components["schemas"]["MailgunEmailSettingsChange"] | components["schemas"]["PostmarkEmailSettingsChange"] | components["schemas"]["PoolEmailSettingsChange"] | components["schemas"]["WhatsappSettingsChange"] | components["schemas"]["MetaWhatsappSettingsChange"] | components["schemas"]["HttpWhatsappSettingsChange"] | components["schemas"]["PoolWhatsappSettingsChange"] | components["schemas"]["SmsSettingsChange"] | components["schemas"]["VonageSmsSettingsChange"] | components["schemas"]["TelnyxSmsSettingsChange"] | components["schemas"]["HttpSmsSettingsChange"] | components["schemas"]["PoolSmsSettingsChange"];
        };
        UpdateSession: {
            account: string;
        };
        UpdateSignUpForm: {
            button?: string | null;
            confirmedUrl?: string | null;
            fields?: {
                attribute: string;
                label: string;
                required?: boolean;
            }[];
            group?: string;
            html?: string | null;
            language?: "en" | "de";
            name?: string;
            plainText?: string | null;
            requestedUrl?: string | null;
            subject?: string | null;
            text?: string | null;
            title?: string;
            wording?: string;
        };
        UpdateSubscriber: {
            extraData?: components["schemas"]["ExtraData"] | null;
            groupSlug?: string;
        };
        UpdateTemplate: {
            attachments?: string[];
            emailDesign?: components["schemas"]["EmailDesignInput"] | null;
            emailMessage?: string | null;
            emailMjml?: string | null;
            engine?: "simple" | "liquid";
            fromName?: string | null;
            ifVersion?: number;
            name?: string;
            preheader?: string | null;
            replyTo?: string | null;
            shouldRemoveWatermark?: boolean;
            smsMedia?: string | null;
            smsMessage?: string | null;
            subject?: string | null;
            translations?: {
                [key: string]: components["schemas"]["TranslationInput"] | null;
            };
            utm?: components["schemas"]["UtmInput"] | null;
            whatsappMedia?: string | null;
            whatsappMessage?: string | null;
            whatsappTemplate?: components["schemas"]["WhatsappTemplateInput"] | null;
        };
        UpdateTopic: {
            description?: string;
            name?: string;
        };
        UpdateTracking: {
            conversions?: boolean;
            mode?: "OFF" | "AGGREGATE" | "FULL";
        };
        UpdateUser: {
            email?: string | null;
            name?: string;
            plan?: "FREE" | "UPGRADED";
            status?: "ACTIVE" | "SUSPENDED";
        };
        UpdateUtm: {
            campaign?: string | null;
            isOn?: boolean;
            medium?: string;
            source?: string;
        };
        UpdateWebhook: {
            batch?: boolean;
            description?: string | null;
            disabled?: boolean;
            eventTypes?: ("campaign.published" | "campaign.paused" | "campaign.resumed" | "campaign.retried" | "campaign.cancelled" | "campaign.completed" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.unconfirmed" | "delivery.bounced" | "delivery.complained" | "subscriber.unsubscribed" | "topic.opted_out" | "subscriber.confirmed" | "suppression.created" | "message.received" | "import.finished" | "person.created" | "person.updated" | "person.merged" | "person.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "attribute.updated" | "attribute.deleted")[];
            url?: string;
        };
        Usage: {
            campaigns: {
                limit: number | null;
                used: number;
            };
            groups: {
                limit: number | null;
                used: number;
            };
            idempotencyBytes: {
                limit: number | null;
                used: number;
            };
            importBytes: {
                limit: number | null;
                used: number;
            };
            media: {
                limit: number | null;
                used: number;
            };
            mediaBytes: {
                limit: number | null;
                used: number;
            };
            monthlySpending: {
                limit: number | null;
                used: number;
            };
            people: {
                limit: number | null;
                used: number;
            };
            rejectedLines: {
                limit: number | null;
                used: number;
            };
            runningCampaigns: {
                limit: number | null;
                used: number;
            };
            savedFilters: {
                limit: number | null;
                used: number;
            };
            segments: {
                limit: number | null;
                used: number;
            };
            subscribers: {
                limit: number | null;
                used: number;
            };
            suppressions: {
                limit: number | null;
                used: number;
            };
            templates: {
                limit: number | null;
                used: number;
            };
        };
        User: {
            _id: string;
            createdAt: string;
            email: string | null;
            name: string;
            plan: "FREE" | "UPGRADED";
            status: "ACTIVE" | "SUSPENDED";
            updatedAt: string;
        };
        UserErasure: {
            _id: string;
            finishedAt: string | null;
            requestedAt: string;
            requestedBy: {
                key: string;
                role: "user" | "operator";
            };
            services: {
                erasedAt: string | null;
                service: "subscriber" | "dispatcher" | "gateway" | "campaign" | "webhook-worker" | "account";
            }[];
            state: "RUNNING" | "DONE";
            user: string;
        };
        Utm: {
            campaign: string | null;
            isOn: boolean;
            medium: string;
            source: string;
        };
        UtmInput: {
            campaign?: string | null;
            isOn: boolean;
            medium?: string | null;
            source?: string | null;
        };
        VonageSmsSettings: {
            applicationId: string;
            from: string;
            privateKey: string;
            signatureSecret: string;
        };
        VonageSmsSettingsChange: {
            applicationId?: string;
            from?: string;
            privateKey?: string;
            signatureSecret?: string;
        };
        VonageSmsSettingsShown: {
            applicationId: string;
            from: string;
        };
        Webhook: {
            _id: string;
            batch: boolean;
            createdAt: string;
            description: string | null;
            disabled: boolean;
            disabledFor: ("USER" | "FAILURES" | "GONE") | null;
            eventTypes: components["schemas"]["WebhookEventType"][];
            failingSince: string | null;
            formerSecretUntil: string | null;
            updatedAt: string;
            url: string;
            user: string;
        };
        WebhookAttempt: {
            _id: string;
            at: string;
            durationMs: number;
            error: string | null;
            messageId: string;
            nextTryAt: string | null;
            ok: boolean;
            status: number | null;
            type: string;
        };
        WebhookEventType: "campaign.published" | "campaign.paused" | "campaign.resumed" | "campaign.retried" | "campaign.cancelled" | "campaign.completed" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.unconfirmed" | "delivery.bounced" | "delivery.complained" | "subscriber.unsubscribed" | "topic.opted_out" | "subscriber.confirmed" | "suppression.created" | "message.received" | "import.finished" | "person.created" | "person.updated" | "person.merged" | "person.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "attribute.updated" | "attribute.deleted";
        WhatsappSettings: {
            accountSid: string;
            apiKeySecret?: string;
            apiKeySid?: string;
            authToken: string;
            from?: string;
            messagingServiceSid?: string;
        };
        WhatsappSettingsChange: {
            accountSid?: string;
            apiKeySecret?: string | null;
            apiKeySid?: string | null;
            authToken?: string;
            from?: string | null;
            messagingServiceSid?: string | null;
        };
        WhatsappSettingsShown: {
            accountSid: string;
            apiKeySid?: string;
            from?: string;
            messagingServiceSid?: string;
        };
        WhatsappTemplate: {
            contentSid: string;
            variables: {
                [key: string]: string;
            };
        };
        WhatsappTemplateInput: {
            contentSid: string;
            variables?: {
                [key: string]: string;
            };
        };
        WrongField: {
            code: "required" | "unknown_field" | "wrong_type" | "empty" | "too_short" | "too_long" | "too_many" | "too_small" | "too_big" | "too_complex" | "invalid_mjml" | "invalid_template" | "invalid_id" | "invalid_email" | "invalid_phone" | "invalid_slug" | "invalid_time" | "invalid_network" | "control_character" | "invalid_text" | "not_allowed" | "not_found" | "conflict";
            column?: number;
            detail: string;
            field: string;
            line?: number;
        };
    };
    responses: never;
    parameters: {
        "Idempotency-Key": string;
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    account: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["User"];
                        };
                    };
                };
            };
        };
    };
    approval: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approval: components["schemas"]["ApprovalSetting"];
                        };
                    };
                };
            };
        };
    };
    updateApproval: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApproval"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateApproval: components["schemas"]["ApprovalSetting"];
                        };
                    };
                };
            };
        };
    };
    auditEntries: {
        parameters: {
            query?: {
                action?: "user.created" | "user.updated" | "api_key.created" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "domain.created" | "domain.keys_rotated" | "domain.deleted" | "operator_key.installed" | "operator_key.removed" | "prices.updated" | "provider_account.updated" | "api_key.used" | "campaign.published" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "campaign.paused" | "campaign.resumed" | "campaign.cancelled" | "campaign.rescheduled" | "campaign.unscheduled" | "campaign.retried" | "campaign.deleted" | "campaign.tagged" | "campaign.archived" | "campaign.unarchived" | "campaign.commented" | "campaign.comment_deleted" | "suppression.created" | "suppression.lifted" | "consent_settings.updated" | "import.started" | "import.ended" | "removal.started" | "removal.ended" | "group.exported" | "rejected_lines.exported" | "deliveries.exported" | "audit.exported" | "person.read" | "person.erased" | "person.merged" | "topic.created" | "topic.updated" | "topic.deleted" | "attribute.renamed" | "attribute.retyped" | "attribute.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "user.deleted" | "member.created" | "member.updated" | "member.deleted" | "invitation.created" | "invitation.deleted" | "session.created" | "session.deleted" | "password.changed" | "sign_in.failed" | "recovery_code.used" | "identity.linked" | "identity.unlinked" | "second_factor.enabled" | "second_factor.disabled" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.replayed" | "sign_up_form.created" | "sign_up_form.updated" | "sign_up_form.deleted" | "media.created" | "media.updated" | "media.deleted" | "template.created" | "template.updated" | "template.deleted" | "brand.updated" | "saved_filter.created" | "saved_filter.updated" | "saved_filter.deleted";
                cursor?: string;
                limit?: number;
                order?: "oldest" | "newest";
                since?: string;
                target?: string;
                until?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            auditEntries: components["schemas"]["AuditEntry"][];
                        };
                    };
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                action?: "user.created" | "user.updated" | "api_key.created" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "domain.created" | "domain.keys_rotated" | "domain.deleted" | "operator_key.installed" | "operator_key.removed" | "prices.updated" | "provider_account.updated" | "api_key.used" | "campaign.published" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "campaign.paused" | "campaign.resumed" | "campaign.cancelled" | "campaign.rescheduled" | "campaign.unscheduled" | "campaign.retried" | "campaign.deleted" | "campaign.tagged" | "campaign.archived" | "campaign.unarchived" | "campaign.commented" | "campaign.comment_deleted" | "suppression.created" | "suppression.lifted" | "consent_settings.updated" | "import.started" | "import.ended" | "removal.started" | "removal.ended" | "group.exported" | "rejected_lines.exported" | "deliveries.exported" | "audit.exported" | "person.read" | "person.erased" | "person.merged" | "topic.created" | "topic.updated" | "topic.deleted" | "attribute.renamed" | "attribute.retyped" | "attribute.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "user.deleted" | "member.created" | "member.updated" | "member.deleted" | "invitation.created" | "invitation.deleted" | "session.created" | "session.deleted" | "password.changed" | "sign_in.failed" | "recovery_code.used" | "identity.linked" | "identity.unlinked" | "second_factor.enabled" | "second_factor.disabled" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.replayed" | "sign_up_form.created" | "sign_up_form.updated" | "sign_up_form.deleted" | "media.created" | "media.updated" | "media.deleted" | "template.created" | "template.updated" | "template.deleted" | "brand.updated" | "saved_filter.created" | "saved_filter.updated" | "saved_filter.deleted";
                formulas?: "keep" | "escape";
                since?: string;
                target?: string;
                until?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    brand: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            brand: components["schemas"]["Brand"];
                        };
                    };
                };
            };
        };
    };
    updateBrand: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBrand"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateBrand: components["schemas"]["Brand"];
                        };
                    };
                };
            };
        };
    };
    consentSettings: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            consentSettings: components["schemas"]["ConsentSettings"];
                        };
                    };
                };
            };
        };
    };
    updateConsentSettings: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConsentSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateConsentSettings: components["schemas"]["ConsentSettings"];
                        };
                    };
                };
            };
        };
    };
    defaults: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            defaults: components["schemas"]["Defaults"];
                        };
                    };
                };
            };
        };
    };
    updateDefaults: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDefaults"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateDefaults: components["schemas"]["Defaults"];
                        };
                    };
                };
            };
        };
    };
    tracking: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            tracking: components["schemas"]["Tracking"];
                        };
                    };
                };
            };
        };
    };
    updateTracking: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTracking"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateTracking: components["schemas"]["Tracking"];
                        };
                    };
                };
            };
        };
    };
    usage: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            usage: components["schemas"]["Usage"];
                        };
                    };
                };
            };
        };
    };
    utm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            utm: components["schemas"]["Utm"];
                        };
                    };
                };
            };
        };
    };
    updateUtm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUtm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateUtm: components["schemas"]["Utm"];
                        };
                    };
                };
            };
        };
    };
    apiKeys: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKeys: components["schemas"]["ApiKey"][];
                        };
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createApiKey: components["schemas"]["NewApiKey"];
                        };
                    };
                };
            };
        };
    };
    apiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKey: components["schemas"]["ApiKey"];
                        };
                    };
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteApiKey: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rotateApiKey: components["schemas"]["NewApiKey"];
                        };
                    };
                };
            };
        };
    };
    attributes: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attributes: components["schemas"]["Attribute"][];
                        };
                    };
                };
            };
        };
    };
    deleteAttribute: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteAttribute: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateAttribute: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAttribute"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateAttribute: components["schemas"]["Attribute"];
                        };
                    };
                };
            };
        };
    };
    attributeValues: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attributeValues: components["schemas"]["AttributeValues"];
                        };
                    };
                };
            };
        };
    };
    receiveMailWebhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                integrationId: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | unknown[];
                "text/plain": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verifyPhoneWebhook: {
        parameters: {
            query?: {
                "hub.challenge"?: string;
                "hub.mode"?: string;
                "hub.verify_token"?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                integrationId: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    receivePhoneWebhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                integrationId: string;
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    channel?: string;
                    data?: {
                        event_type?: string;
                    };
                    entry?: {
                        changes?: {
                            field?: string;
                        }[];
                        id?: string;
                    }[];
                    message_uuid?: string;
                    object?: string;
                    status?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportMessage: {
        parameters: {
            query?: {
                bodySHA256?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboundCallback"];
                "application/x-www-form-urlencoded": components["schemas"]["InboundCallback"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportStatus: {
        parameters: {
            query?: {
                bodySHA256?: string;
                delivery?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StatusCallback"];
                "application/x-www-form-urlencoded": components["schemas"]["StatusCallback"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    campaigns: {
        parameters: {
            query?: {
                approval?: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
                archived?: "true" | "false";
                cursor?: string;
                fields?: "summary";
                limit?: number;
                search?: string;
                since?: string;
                status?: "DRAFT" | "SCHEDULED" | "SENDING" | "PAUSED" | "SENT" | "CANCELLED";
                tag?: string;
                until?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaigns: components["schemas"]["Campaign"][];
                        };
                    };
                };
            };
        };
    };
    deleteCampaigns: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteCampaigns"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteCampaigns: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    campaign: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    approveCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideOnCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            approveCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    audience: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            audience: components["schemas"]["Audience"];
                        };
                    };
                };
            };
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cancelCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    checkCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checkCampaign: components["schemas"]["CampaignChecks"];
                        };
                    };
                };
            };
        };
    };
    comments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                order?: "oldest" | "newest";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            comments: components["schemas"]["Comment"][];
                        };
                    };
                };
            };
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createComment: components["schemas"]["Comment"];
                        };
                    };
                };
            };
        };
    };
    comment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                commentId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            comment: components["schemas"]["Comment"];
                        };
                    };
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                commentId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteComment: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    conversions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            conversions: components["schemas"]["Conversion"][];
                        };
                    };
                };
            };
        };
    };
    campaignCosts: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaignCosts: components["schemas"]["CampaignCosts"];
                        };
                    };
                };
            };
        };
    };
    deliveries: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                cursor?: string;
                identifier?: string;
                limit?: number;
                reason?: string;
                state?: "QUEUED" | "SENT" | "DELIVERED" | "READ" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SKIPPED" | "UNCONFIRMED" | "CANCELLED";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deliveries: components["schemas"]["Delivery"][];
                        };
                    };
                };
            };
        };
    };
    delivery: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                deliveryId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            delivery: components["schemas"]["Delivery"];
                        };
                    };
                };
            };
        };
    };
    exportDeliveries: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                formulas?: "keep" | "escape";
                reason?: string;
                state?: "QUEUED" | "SENT" | "DELIVERED" | "READ" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SKIPPED" | "UNCONFIRMED" | "CANCELLED";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    recipientDomains: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recipientDomains: components["schemas"]["RecipientDomains"];
                        };
                    };
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            duplicateCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    events: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    explanation: {
        parameters: {
            query?: {
                identifier?: string;
                personId?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            explanation: components["schemas"]["Explanation"];
                        };
                    };
                };
            };
        };
    };
    fields: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            fields: components["schemas"]["AudienceFields"];
                        };
                    };
                };
            };
        };
    };
    links: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            links: components["schemas"]["Link"][];
                        };
                    };
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            pauseCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    previewCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            previewCampaign: components["schemas"]["Preview"];
                        };
                    };
                };
            };
        };
    };
    rehearsal: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rehearsal: components["schemas"]["Rehearsal"];
                        };
                    };
                };
            };
        };
    };
    rejectCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideOnCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rejectCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            report: components["schemas"]["Report"];
                        };
                    };
                };
            };
        };
    };
    exportReport: {
        parameters: {
            query?: {
                formulas?: "keep" | "escape";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    requestApproval: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RequestApproval"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            requestApproval: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    rescheduleCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescheduleCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rescheduleCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            resumeCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    retryCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            retryCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    campaignSenders: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaignSenders: components["schemas"]["CampaignSenders"];
                        };
                    };
                };
            };
        };
    };
    testCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestCampaign"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            testCampaign: components["schemas"]["Test"];
                        };
                    };
                };
            };
        };
    };
    timeline: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            timeline: components["schemas"]["Timeline"];
                        };
                    };
                };
            };
        };
    };
    unscheduleCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            unscheduleCampaign: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    withdrawApproval: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            withdrawApproval: components["schemas"]["CampaignDetail"];
                        };
                    };
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaign"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createCampaign: components["schemas"]["Campaign"];
                        };
                    };
                };
            };
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateDraft"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createDraft: components["schemas"]["Campaign"];
                        };
                    };
                };
            };
        };
    };
    campaignFigures: {
        parameters: {
            query: {
                ids: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaignFigures: components["schemas"]["CampaignFiguresList"];
                        };
                    };
                };
            };
        };
    };
    organizeCampaigns: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizeCampaigns"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            organizeCampaigns: components["schemas"]["OrganizedCampaigns"];
                        };
                    };
                };
            };
        };
    };
    publishCampaign: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            publishCampaign: components["schemas"]["PublishedCampaign"];
                        };
                    };
                };
            };
        };
    };
    campaignTags: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            campaignTags: components["schemas"]["CampaignTags"];
                        };
                    };
                };
            };
        };
    };
    recordConversion: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordConversion"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recordConversion: components["schemas"]["Conversion"];
                        };
                    };
                };
            };
        };
    };
    conversion: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                conversionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            conversion: components["schemas"]["Conversion"];
                        };
                    };
                };
            };
        };
    };
    domains: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domains: components["schemas"]["Domain"][];
                        };
                    };
                };
            };
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createDomain: components["schemas"]["Domain"];
                        };
                    };
                };
            };
        };
    };
    domain: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domain: components["schemas"]["Domain"];
                        };
                    };
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteDomain: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    checkDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checkDomain: components["schemas"]["Domain"];
                        };
                    };
                };
            };
        };
    };
    rotateDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rotateDomain: components["schemas"]["Domain"];
                        };
                    };
                };
            };
        };
    };
    groups: {
        parameters: {
            query?: {
                cursor?: string;
                include?: "counts";
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            groups: components["schemas"]["Group"][];
                        };
                    };
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroup"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createGroup: components["schemas"]["Group"];
                        };
                    };
                };
            };
        };
    };
    group: {
        parameters: {
            query?: {
                include?: "counts";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            group: components["schemas"]["Group"];
                        };
                    };
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteGroup: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGroup"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateGroup: components["schemas"]["Group"];
                        };
                    };
                };
            };
        };
    };
    exportGroup: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson";
                formulas?: "keep" | "escape";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: {
                columns?: string;
                defaultCountry?: string;
                delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                dryRun?: "true" | "false";
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "iso-8859-2" | "windows-1254" | "windows-1257" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1255" | "windows-1256" | "macintosh" | "shift_jis" | "gb18030" | "big5" | "euc-jp" | "euc-kr";
                newline?: "lf" | "cr";
                onExisting?: "skip" | "fill" | "update";
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createImport: components["schemas"]["Import"];
                        };
                    };
                };
            };
        };
    };
    groupPeople: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            groupPeople: components["schemas"]["GroupPerson"][];
                        };
                    };
                };
            };
        };
    };
    createRemoval: {
        parameters: {
            query?: {
                defaultCountry?: string;
                delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "iso-8859-2" | "windows-1254" | "windows-1257" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1255" | "windows-1256" | "macintosh" | "shift_jis" | "gb18030" | "big5" | "euc-jp" | "euc-kr";
                newline?: "lf" | "cr";
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createRemoval: components["schemas"]["Removal"];
                        };
                    };
                };
            };
        };
    };
    deletedGroups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deletedGroups: components["schemas"]["DeletedGroup"][];
                        };
                    };
                };
            };
        };
    };
    importMappings: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            importMappings: components["schemas"]["ImportMapping"][];
                        };
                    };
                };
            };
        };
    };
    saveImportMapping: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveImportMapping"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            saveImportMapping: components["schemas"]["ImportMapping"];
                        };
                    };
                };
            };
        };
    };
    imports: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            imports: components["schemas"]["Import"][];
                        };
                    };
                };
            };
        };
    };
    import: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            import: components["schemas"]["Import"];
                        };
                    };
                };
            };
        };
    };
    rejectedOfImport: {
        parameters: {
            query?: {
                formulas?: "keep" | "escape";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    integrations: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            integrations: components["schemas"]["Integration"][];
                        };
                    };
                };
            };
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntegration"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createIntegration: components["schemas"]["Integration"];
                        };
                    };
                };
            };
        };
    };
    integration: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            integration: components["schemas"]["Integration"];
                        };
                    };
                };
            };
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteIntegration: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIntegration"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateIntegration: components["schemas"]["Integration"];
                        };
                    };
                };
            };
        };
    };
    testIntegration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestIntegration"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            testIntegration: components["schemas"]["SenderCheck"];
                        };
                    };
                };
            };
        };
    };
    invitations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            invitations: components["schemas"]["Invitation"][];
                        };
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createInvitation: components["schemas"]["Invitation"];
                        };
                    };
                };
            };
        };
    };
    invitation: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            invitation: components["schemas"]["Invitation"];
                        };
                    };
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteInvitation: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    media: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "IMAGE" | "FILE";
                limit?: number;
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            media: components["schemas"]["Media"][];
                        };
                    };
                };
            };
        };
    };
    createMedia: {
        parameters: {
            query: {
                alt?: string;
                name: string;
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createMedia: components["schemas"]["Media"];
                        };
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createMedia: components["schemas"]["Media"];
                        };
                    };
                };
            };
        };
    };
    mediaFile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                mediaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            mediaFile: components["schemas"]["Media"];
                        };
                    };
                };
            };
        };
    };
    deleteMedia: {
        parameters: {
            query?: {
                force?: "true" | "false";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                mediaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteMedia: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateMedia: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                mediaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateMedia: components["schemas"]["Media"];
                        };
                    };
                };
            };
        };
    };
    members: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            members: components["schemas"]["Member"][];
                        };
                    };
                };
            };
        };
    };
    member: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            member: components["schemas"]["Member"];
                        };
                    };
                };
            };
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteMember: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateMember: components["schemas"]["Member"];
                        };
                    };
                };
            };
        };
    };
    leaveAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            leaveAccount: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    inboundMessages: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                cursor?: string;
                identifier?: string;
                limit?: number;
                meaning?: "STOP" | "START" | "HELP" | "NONE";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            inboundMessages: components["schemas"]["InboundMessage"][];
                        };
                    };
                };
            };
        };
    };
    optOutInboundMessage: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            optOutInboundMessage: components["schemas"]["InboundMessage"];
                        };
                    };
                };
            };
        };
    };
    notifications: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            notifications: components["schemas"]["Notification"][];
                        };
                    };
                };
            };
        };
    };
    markNotificationsRead: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkNotificationsRead"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            markNotificationsRead: components["schemas"]["UnreadNotifications"];
                        };
                    };
                };
            };
        };
    };
    notificationSettings: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            notificationSettings: components["schemas"]["NotificationSettings"];
                        };
                    };
                };
            };
        };
    };
    updateNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateNotificationSettings: components["schemas"]["NotificationSettings"];
                        };
                    };
                };
            };
        };
    };
    unreadNotifications: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            unreadNotifications: components["schemas"]["UnreadNotifications"];
                        };
                    };
                };
            };
        };
    };
    operatorApiKeys: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKeys: components["schemas"]["OperatorApiKey"][];
                        };
                    };
                };
            };
        };
    };
    createOperatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOperatorApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createApiKey: components["schemas"]["NewOperatorApiKey"];
                        };
                    };
                };
            };
        };
    };
    operatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKey: components["schemas"]["OperatorApiKey"];
                        };
                    };
                };
            };
        };
    };
    deleteOperatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteApiKey: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    allAuditEntries: {
        parameters: {
            query?: {
                action?: "user.created" | "user.updated" | "api_key.created" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "domain.created" | "domain.keys_rotated" | "domain.deleted" | "operator_key.installed" | "operator_key.removed" | "prices.updated" | "provider_account.updated" | "api_key.used" | "campaign.published" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "campaign.paused" | "campaign.resumed" | "campaign.cancelled" | "campaign.rescheduled" | "campaign.unscheduled" | "campaign.retried" | "campaign.deleted" | "campaign.tagged" | "campaign.archived" | "campaign.unarchived" | "campaign.commented" | "campaign.comment_deleted" | "suppression.created" | "suppression.lifted" | "consent_settings.updated" | "import.started" | "import.ended" | "removal.started" | "removal.ended" | "group.exported" | "rejected_lines.exported" | "deliveries.exported" | "audit.exported" | "person.read" | "person.erased" | "person.merged" | "topic.created" | "topic.updated" | "topic.deleted" | "attribute.renamed" | "attribute.retyped" | "attribute.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "user.deleted" | "member.created" | "member.updated" | "member.deleted" | "invitation.created" | "invitation.deleted" | "session.created" | "session.deleted" | "password.changed" | "sign_in.failed" | "recovery_code.used" | "identity.linked" | "identity.unlinked" | "second_factor.enabled" | "second_factor.disabled" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.replayed" | "sign_up_form.created" | "sign_up_form.updated" | "sign_up_form.deleted" | "media.created" | "media.updated" | "media.deleted" | "template.created" | "template.updated" | "template.deleted" | "brand.updated" | "saved_filter.created" | "saved_filter.updated" | "saved_filter.deleted";
                cursor?: string;
                limit?: number;
                order?: "oldest" | "newest";
                since?: string;
                target?: string;
                until?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            auditEntries: components["schemas"]["AuditEntry"][];
                        };
                    };
                };
            };
        };
    };
    operatorDomains: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domains: components["schemas"]["OperatorDomain"][];
                        };
                    };
                };
            };
        };
    };
    createOperatorDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createDomain: components["schemas"]["OperatorDomain"];
                        };
                    };
                };
            };
        };
    };
    operatorDomain: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domain: components["schemas"]["OperatorDomain"];
                        };
                    };
                };
            };
        };
    };
    deleteOperatorDomain: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteDomain: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    checkOperatorDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checkDomain: components["schemas"]["OperatorDomain"];
                        };
                    };
                };
            };
        };
    };
    rotateOperatorDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rotateDomain: components["schemas"]["OperatorDomain"];
                        };
                    };
                };
            };
        };
    };
    userErasures: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasures: components["schemas"]["UserErasure"][];
                        };
                    };
                };
            };
        };
    };
    userErasure: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasure: components["schemas"]["UserErasure"];
                        };
                    };
                };
            };
        };
    };
    sendingHealth: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sendingHealth: components["schemas"]["SendingHealth"];
                        };
                    };
                };
            };
        };
    };
    operatorPrices: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            prices: components["schemas"]["Prices"];
                        };
                    };
                };
            };
        };
    };
    updateOperatorPrices: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePrices"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updatePrices: components["schemas"]["Prices"];
                        };
                    };
                };
            };
        };
    };
    providerAccounts: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            providerAccounts: components["schemas"]["ProviderAccount"][];
                        };
                    };
                };
            };
        };
    };
    providerAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            providerAccount: components["schemas"]["ProviderAccount"];
                        };
                    };
                };
            };
        };
    };
    updateProviderAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProviderAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateProviderAccount: components["schemas"]["ProviderAccount"];
                        };
                    };
                };
            };
        };
    };
    users: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            users: components["schemas"]["User"][];
                        };
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createUser: components["schemas"]["User"];
                        };
                    };
                };
            };
        };
    };
    user: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            user: components["schemas"]["User"];
                        };
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteUser: components["schemas"]["Erasure"];
                        };
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateUser: components["schemas"]["User"];
                        };
                    };
                };
            };
        };
    };
    userApiKeys: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKeys: components["schemas"]["ApiKey"][];
                        };
                    };
                };
            };
        };
    };
    createUserApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createApiKey: components["schemas"]["NewApiKey"];
                        };
                    };
                };
            };
        };
    };
    userApiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiKey: components["schemas"]["ApiKey"];
                        };
                    };
                };
            };
        };
    };
    deleteUserApiKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteApiKey: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    userAuditEntries: {
        parameters: {
            query?: {
                action?: "user.created" | "user.updated" | "api_key.created" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "domain.created" | "domain.keys_rotated" | "domain.deleted" | "operator_key.installed" | "operator_key.removed" | "prices.updated" | "provider_account.updated" | "api_key.used" | "campaign.published" | "campaign.approval_requested" | "campaign.approval_withdrawn" | "campaign.approved" | "campaign.rejected" | "campaign.paused" | "campaign.resumed" | "campaign.cancelled" | "campaign.rescheduled" | "campaign.unscheduled" | "campaign.retried" | "campaign.deleted" | "campaign.tagged" | "campaign.archived" | "campaign.unarchived" | "campaign.commented" | "campaign.comment_deleted" | "suppression.created" | "suppression.lifted" | "consent_settings.updated" | "import.started" | "import.ended" | "removal.started" | "removal.ended" | "group.exported" | "rejected_lines.exported" | "deliveries.exported" | "audit.exported" | "person.read" | "person.erased" | "person.merged" | "topic.created" | "topic.updated" | "topic.deleted" | "attribute.renamed" | "attribute.retyped" | "attribute.deleted" | "segment.created" | "segment.updated" | "segment.deleted" | "user.deleted" | "member.created" | "member.updated" | "member.deleted" | "invitation.created" | "invitation.deleted" | "session.created" | "session.deleted" | "password.changed" | "sign_in.failed" | "recovery_code.used" | "identity.linked" | "identity.unlinked" | "second_factor.enabled" | "second_factor.disabled" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.replayed" | "sign_up_form.created" | "sign_up_form.updated" | "sign_up_form.deleted" | "media.created" | "media.updated" | "media.deleted" | "template.created" | "template.updated" | "template.deleted" | "brand.updated" | "saved_filter.created" | "saved_filter.updated" | "saved_filter.deleted";
                cursor?: string;
                limit?: number;
                order?: "oldest" | "newest";
                since?: string;
                target?: string;
                until?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            auditEntries: components["schemas"]["AuditEntry"][];
                        };
                    };
                };
            };
        };
    };
    userMembers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            members: components["schemas"]["Member"][];
                        };
                    };
                };
            };
        };
    };
    createUserMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMember"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createMember: components["schemas"]["Member"];
                        };
                    };
                };
            };
        };
    };
    userMember: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            member: components["schemas"]["Member"];
                        };
                    };
                };
            };
        };
    };
    userUsage: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            usage: components["schemas"]["Usage"];
                        };
                    };
                };
            };
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            setPassword: components["schemas"]["PasswordAddress"];
                        };
                    };
                };
            };
        };
    };
    forgottenPassword: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            forgottenPassword: components["schemas"]["PasswordAddress"];
                        };
                    };
                };
            };
        };
    };
    people: {
        parameters: {
            query?: {
                cursor?: string;
                externalId?: string;
                identifier?: string;
                limit?: number;
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            people: components["schemas"]["Person"][];
                        };
                    };
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonFields"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createPerson: components["schemas"]["Person"];
                        };
                    };
                };
            };
        };
    };
    person: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            person: components["schemas"]["Person"];
                        };
                    };
                };
            };
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deletePerson: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updatePerson: components["schemas"]["Person"];
                        };
                    };
                };
            };
        };
    };
    personRecord: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            personRecord: components["schemas"]["PersonRecord"];
                        };
                    };
                };
            };
        };
    };
    erasePersonRecord: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasePersonRecord: components["schemas"]["Erasure"];
                        };
                    };
                };
            };
        };
    };
    mergePerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergePerson"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            mergePerson: components["schemas"]["Person"];
                        };
                    };
                };
            };
        };
    };
    personalData: {
        parameters: {
            query: {
                identifier: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            personalData: components["schemas"]["PersonalData"];
                        };
                    };
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasePersonalData"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasePerson: components["schemas"]["Erasure"];
                        };
                    };
                };
            };
        };
    };
    erasures: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasures: components["schemas"]["Erasure"][];
                        };
                    };
                };
            };
        };
    };
    erasure: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            erasure: components["schemas"]["Erasure"];
                        };
                    };
                };
            };
        };
    };
    profile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            profile: components["schemas"]["Profile"];
                        };
                    };
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProfile"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateProfile: components["schemas"]["Profile"];
                        };
                    };
                };
            };
        };
    };
    deleteIdentity: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteIdentity"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteIdentity: components["schemas"]["Profile"];
                        };
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            changePassword: components["schemas"]["Profile"];
                        };
                    };
                };
            };
        };
    };
    createSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmedByPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSecondFactor: components["schemas"]["SecondFactor"];
                        };
                    };
                };
            };
        };
    };
    deleteSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmedByPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSecondFactor: components["schemas"]["Profile"];
                        };
                    };
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            confirmSecondFactor: components["schemas"]["RecoveryCodes"];
                        };
                    };
                };
            };
        };
    };
    removals: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            removals: components["schemas"]["Removal"][];
                        };
                    };
                };
            };
        };
    };
    removal: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            removal: components["schemas"]["Removal"];
                        };
                    };
                };
            };
        };
    };
    rejectedOfRemoval: {
        parameters: {
            query?: {
                formulas?: "keep" | "escape";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    savedFilters: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            savedFilters: components["schemas"]["SavedFilter"][];
                        };
                    };
                };
            };
        };
    };
    createSavedFilter: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedFilter"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSavedFilter: components["schemas"]["SavedFilter"];
                        };
                    };
                };
            };
        };
    };
    savedFilter: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                savedFilterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            savedFilter: components["schemas"]["SavedFilter"];
                        };
                    };
                };
            };
        };
    };
    deleteSavedFilter: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                savedFilterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSavedFilter: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateSavedFilter: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                savedFilterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedFilter"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSavedFilter: components["schemas"]["SavedFilter"];
                        };
                    };
                };
            };
        };
    };
    segments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            segments: components["schemas"]["Segment"][];
                        };
                    };
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSegment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSegment: components["schemas"]["Segment"];
                        };
                    };
                };
            };
        };
    };
    segment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            segment: components["schemas"]["Segment"];
                        };
                    };
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSegment: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSegment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSegment: components["schemas"]["Segment"];
                        };
                    };
                };
            };
        };
    };
    segmentCount: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            segmentCount: components["schemas"]["SegmentCount"];
                        };
                    };
                };
            };
        };
    };
    segmentPeople: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            segmentPeople: components["schemas"]["Person"][];
                        };
                    };
                };
            };
        };
    };
    previewSegment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSegment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            previewSegment: components["schemas"]["SegmentPreview"];
                        };
                    };
                };
            };
        };
    };
    senders: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            senders: components["schemas"]["Sender"][];
                        };
                    };
                };
            };
        };
    };
    createSender: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSender"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSender: components["schemas"]["Sender"];
                        };
                    };
                };
            };
        };
    };
    sender: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sender: components["schemas"]["Sender"];
                        };
                    };
                };
            };
        };
    };
    deleteSender: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSender: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateSender: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSender"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSender: components["schemas"]["Sender"];
                        };
                    };
                };
            };
        };
    };
    contentTemplates: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contentTemplates: components["schemas"]["ContentTemplate"][];
                        };
                    };
                };
            };
        };
    };
    makeSenderDefault: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            makeSenderDefault: components["schemas"]["Sender"];
                        };
                    };
                };
            };
        };
    };
    rampUp: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rampUp: components["schemas"]["RampUpState"] | null;
                        };
                    };
                };
            };
        };
    };
    resumeRampUp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            resumeRampUp: components["schemas"]["RampUpState"] | null;
                        };
                    };
                };
            };
        };
    };
    testSender: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestSender"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            testSender: components["schemas"]["SenderCheck"];
                        };
                    };
                };
            };
        };
    };
    sessions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sessions: components["schemas"]["Session"][];
                        };
                    };
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSession: components["schemas"]["CurrentSession"];
                        };
                    };
                };
            };
        };
    };
    session: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            session: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSession: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    currentSession: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            currentSession: components["schemas"]["CurrentSession"];
                        };
                    };
                };
            };
        };
    };
    updateSession: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSession"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSession: components["schemas"]["CurrentSession"];
                        };
                    };
                };
            };
        };
    };
    finishOidc: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                iss?: string;
                state?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    startOidc: {
        parameters: {
            query?: {
                account?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    signInProvider: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            signInProvider: components["schemas"]["SignInProvider"] | null;
                        };
                    };
                };
            };
        };
    };
    signUpForms: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            signUpForms: components["schemas"]["SignUpForm"][];
                        };
                    };
                };
            };
        };
    };
    createSignUpForm: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSignUpForm"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSignUpForm: components["schemas"]["SignUpForm"];
                        };
                    };
                };
            };
        };
    };
    signUpForm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            signUpForm: components["schemas"]["SignUpForm"];
                        };
                    };
                };
            };
        };
    };
    deleteSignUpForm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSignUpForm: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateSignUpForm: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSignUpForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSignUpForm: components["schemas"]["SignUpForm"];
                        };
                    };
                };
            };
        };
    };
    signUpWordings: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            signUpWordings: components["schemas"]["SignUpWording"][];
                        };
                    };
                };
            };
        };
    };
    statistics: {
        parameters: {
            query?: {
                days?: number;
                timeZone?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            statistics: components["schemas"]["Statistics"];
                        };
                    };
                };
            };
        };
    };
    subcribers: {
        parameters: {
            query?: {
                cursor?: string;
                groupId?: string;
                identifier?: string;
                integration?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                limit?: number;
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListSubscribers"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            subcribers: components["schemas"]["Subscriber"][];
                        };
                    };
                };
            };
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Subscribe"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            subscribe: components["schemas"]["OneSubscriber"];
                        };
                    };
                };
            };
        };
    };
    deleteSubcribers: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSubscribers"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSubcribers: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    subscriber: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            subscriber: components["schemas"]["OneSubscriber"];
                        };
                    };
                };
            };
        };
    };
    updateSubscriber: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriber"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateSubscriber: components["schemas"]["OneSubscriber"];
                        };
                    };
                };
            };
        };
    };
    suppressions: {
        parameters: {
            query?: {
                channel?: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                cursor?: string;
                identifier?: string;
                limit?: number;
                reason?: "UNSUBSCRIBED" | "COMPLAINED" | "STOPPED" | "BOUNCED" | "MANUAL";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            suppressions: components["schemas"]["Suppression"][];
                        };
                    };
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSuppression"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSuppression: components["schemas"]["Suppression"];
                        };
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createSuppression: components["schemas"]["Suppression"];
                        };
                    };
                };
            };
        };
    };
    deleteSuppressions: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSuppressions"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteSuppressions: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    suppression: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            suppression: components["schemas"]["Suppression"];
                        };
                    };
                };
            };
        };
    };
    suppressionHistory: {
        parameters: {
            query: {
                channel: "email" | "whatsapp" | "sms" | "EMAIL" | "WHATSAPP" | "SMS";
                identifier: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            suppressionHistory: components["schemas"]["SuppressionHistory"];
                        };
                    };
                };
            };
        };
    };
    templates: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "CAMPAIGN" | "BLOCKS" | "LAYOUT";
                limit?: number;
                search?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            templates: components["schemas"]["Template"][];
                        };
                    };
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createTemplate: components["schemas"]["TemplateDetail"];
                        };
                    };
                };
            };
        };
    };
    template: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            template: components["schemas"]["TemplateDetail"];
                        };
                    };
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteTemplate: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateTemplate: components["schemas"]["TemplateDetail"];
                        };
                    };
                };
            };
        };
    };
    draftWithTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            draftWithTemplate: components["schemas"]["Campaign"];
                        };
                    };
                };
            };
        };
    };
    templateVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            templateVersions: components["schemas"]["TemplateVersion"][];
                        };
                    };
                };
            };
        };
    };
    templateVersion: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            templateVersion: components["schemas"]["TemplateDetail"];
                        };
                    };
                };
            };
        };
    };
    restoreTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                templateId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            restoreTemplate: components["schemas"]["TemplateDetail"];
                        };
                    };
                };
            };
        };
    };
    topics: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            topics: components["schemas"]["Topic"][];
                        };
                    };
                };
            };
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTopic"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createTopic: components["schemas"]["Topic"];
                        };
                    };
                };
            };
        };
    };
    topic: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            topic: components["schemas"]["Topic"];
                        };
                    };
                };
            };
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteTopic: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTopic"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateTopic: components["schemas"]["Topic"];
                        };
                    };
                };
            };
        };
    };
    topicOptOuts: {
        parameters: {
            query?: {
                cursor?: string;
                identifier?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            topicOptOuts: components["schemas"]["TopicOptOut"][];
                        };
                    };
                };
            };
        };
    };
    addTopicOptOut: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddOptOut"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            addTopicOptOut: components["schemas"]["TopicOptOut"];
                        };
                    };
                };
            };
        };
    };
    deleteTopicOptOuts: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiftOptOuts"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteTopicOptOuts: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    webhooks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhooks: components["schemas"]["Webhook"][];
                        };
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            createWebhook: components["schemas"]["NewWebhook"];
                        };
                    };
                };
            };
        };
    };
    webhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleteWebhook: components["schemas"]["Deleted"];
                        };
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            updateWebhook: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
    };
    webhookAttempts: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                ok?: "true" | "false";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhookAttempts: components["schemas"]["WebhookAttempt"][];
                        };
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayWebhook"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            replayWebhook: {
                                isAccepted: true;
                            };
                        };
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rotateWebhookSecret: components["schemas"]["NewWebhook"];
                        };
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            testWebhook: components["schemas"]["WebhookAttempt"];
                        };
                    };
                };
            };
        };
    };
}
