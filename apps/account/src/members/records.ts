import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';
import type { By, MemberRole, NotificationSettings } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';

/** An unused session ends after twelve hours, and any session after thirty days. */
export const IDLE_S = 12 * 3_600;
export const LONGEST_S = 30 * 86_400;

/** The permanent identity of a person at a provider. Providers never reassign subjects (OpenID Connect Core §2). */
export interface Identity {
  issuer: string;
  subject: string;
}

/** A person with a login. The hash is Argon2id in the PHC string format. */
@Schema(collection('logins'))
export class LoginRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) email!: string;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) passwordHash!: string;
  /** No one knows the password, because the person joined through a provider. Absent: the person set the password. */
  @Prop({ type: Boolean }) isWithoutPassword?: boolean;
  /** The sealed TOTP secret. `step`: the latest time step whose code was used. Absent: no second factor. */
  @Prop({ type: Object }) secondFactor?: { sealed: string; step: number };
  /** A secret that no code has confirmed yet. */
  @Prop({ type: String }) unconfirmedFactor?: string;
  /** SHA-256 hashes of the unused recovery codes. */
  @Prop({ type: [String], default: undefined }) recoveryHashes?: string[];
  /** The number of wrong second-factor codes with the right password, since the last right code. */
  @Prop({ type: Number }) wrongCodes?: number;
  /** Identities at OpenID Connect providers, at most one per issuer. */
  @Prop({ type: [Object], default: undefined }) identities?: Identity[];
  @Prop({ type: Date }) createdAt!: Date;
  /** Counts changes, sign-ins, and new memberships. */
  @Prop({ type: Number }) changes?: number;
}
export const LoginSchema = SchemaFactory.createForClass(LoginRecord)
  .index({ email: 1 }, { unique: true })
  .index(
    { 'identities.issuer': 1, 'identities.subject': 1 },
    { unique: true, partialFilterExpression: { identities: { $exists: true } } },
  );
export type LoginDocument = Plain<LoginRecord>;

/** `readUntil`: all notifications up to this one are read. */
interface MemberNotifications extends Partial<NotificationSettings> {
  readUntil?: ObjectId;
}

/** A person's membership in an account. */
@Schema(collection('members'))
export class MemberRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) loginId!: ObjectId;
  @Prop({ type: String }) role!: MemberRole;
  /** Absent: the defaults, and none is read. */
  @Prop({ type: Object }) notifications?: MemberNotifications;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}
export const MemberSchema = SchemaFactory.createForClass(MemberRecord)
  .index({ userId: 1, loginId: 1 }, { unique: true })
  .index({ userId: 1, _id: 1 })
  .index({ loginId: 1, _id: 1 });
export type MemberDocument = Plain<MemberRecord>;

/** A sign-in. Only the SHA-256 of the token is stored, because 256 random bits need no slow hash. */
@Schema(collection('sessions'))
export class SessionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) tokenHash!: string;
  @Prop({ type: Types.ObjectId }) loginId!: ObjectId;
  @Prop({ type: Types.ObjectId }) memberId!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) userAgent!: string | null;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) lastUsedAt!: Date;
}
export const SessionSchema = SchemaFactory.createForClass(SessionRecord)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ loginId: 1, _id: 1 })
  .index({ userId: 1 })
  .index({ lastUsedAt: 1 }, { expireAfterSeconds: IDLE_S });
export type SessionDocument = Plain<SessionRecord>;

/** A sign-in that has begun at a provider. Only the SHA-256 of the secret in the browser is stored. */
@Schema(collection('oidcAttempts'))
export class OidcAttemptRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) secretHash!: string;
  @Prop({ type: Date }) expiresAt!: Date;
}
export const OidcAttemptSchema = SchemaFactory.createForClass(OidcAttemptRecord)
  .index({ secretHash: 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
export type OidcAttemptDocument = Plain<OidcAttemptRecord>;

/**
 * Counts failed sign-ins per person, kind, and hour (`<login> <way> <hour>`), and limited sign-ins per day (`<login>
 * limited <day>`).
 */
@Schema(collection('failedSignIns'))
export class FailedSignInRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) count!: number;
  /** Whether the person was notified by email. */
  @Prop({ type: Boolean }) isMailed?: boolean;
  @Prop({ type: Date }) expiresAt!: Date;
}
export const FailedSignInSchema = SchemaFactory.createForClass(FailedSignInRecord).index(
  { expiresAt: 1 },
  { expireAfterSeconds: 0 },
);
export type FailedSignInDocument = Plain<FailedSignInRecord>;

/** A single-use email link: an invitation to an account, or a password link for a login. */
@Schema(collection('links'))
export class LinkRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) tokenHash!: string;
  @Prop({ type: String }) email!: string;
  /** Only for invitations. */
  @Prop({ type: Types.ObjectId }) userId?: ObjectId;
  @Prop({ type: String }) role?: MemberRole;
  /** The sender of the invitation, which is valid as long as its sender may send it again. */
  @Prop({ type: Object }) by?: By;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) expiresAt!: Date;
}
export const LinkSchema = SchemaFactory.createForClass(LinkRecord)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ userId: 1, _id: 1 })
  .index({ email: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
export type LinkDocument = Plain<LinkRecord>;
