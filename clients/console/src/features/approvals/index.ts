export { useApprovalSetting } from './api/approval-setting';
export { ApprovalSettings } from './components/approval-settings';
