export { useApprovalSetting } from './api/approval-setting';
export { ApprovalSettings } from './components/approval-settings';
export { type ApprovalTexts, useApprovalTexts } from './texts';
