export { type SmtpAct, type SmtpConduct, type SmtpMoment, at, good, onceAt } from './smtp/conduct';
export { type FakeMail, FakeSmtpServer, type FakeSmtpOptions, SmtpRefusal } from './smtp/fake-smtp-server';
