import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type Payload, type Reply, newId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { FailedSignIns } from './failed-sign-ins';
import { Links } from './links';
import { Logins } from './logins';
import { Members, asThemself } from './members';
import { type Identified, OidcProvider, type Profile, Refused } from './oidc-provider';
import { Passwords } from './passwords';
import {
  type Identity,
  type LoginDocument,
  type OidcAttemptDocument,
  OidcAttemptRecord,
  type SessionDocument,
} from './records';
import { Sessions, toSession } from './sessions';
import { SignIn, sessionCreated } from './sign-in';
import { UseLink } from './use-link';

/** The time limit for a person at the provider. */
const ATTEMPT_MS = 600_000;
const RANDOM_BYTES = 32;

/** The login of a person, and the audit actions of the sign-in. */
interface Found {
  login: LoginDocument;
  actions: AuditAction[];
}

/** Starts sessions for people whom an OpenID Connect provider has identified. */
@Injectable()
export class SignInByOidc {
  constructor(
    @InjectModel(OidcAttemptRecord.name) private readonly attempts: Model<OidcAttemptDocument>,
    private readonly provider: OidcProvider,
    private readonly logins: Logins,
    private readonly members: Members,
    private readonly sessions: Sessions,
    private readonly links: Links,
    private readonly useLink: UseLink,
    private readonly signIn: SignIn,
    private readonly passwords: Passwords,
    private readonly failures: FailedSignIns,
    private readonly audited: AuditedChanges,
    private readonly clock: Clock,
  ) {}

  provided(): Reply<'session.provider'> {
    return { name: this.provider.displayName };
  }

  /** Errors: route_not_found, service_unavailable. */
  async begin(request: Payload<'session.begin-oidc'>): Promise<Reply<'session.begin-oidc'>> {
    const secret = this.passwords.open(request.secret, `oidc:${request.id}:secret`);
    const url = await this.provider.urlFor(secret, request.redirectUri);
    const expiresAt = new Date(this.clock.now().getTime() + ATTEMPT_MS);
    const attempt = { _id: new ObjectId(request.id), secretHash: hash('sha256', secret) };
    await this.attempts.updateOne(
      { _id: attempt._id },
      { $set: { ...attempt, expiresAt } },
      { upsert: true },
    );
    return { url };
  }

  /**
   * People are identified by issuer and subject. On the first sign-in, the provider must have verified their address,
   * and they must be a member or have an invitation. Afterward, the address is ignored. The second factor is not
   * required, because the provider is responsible for authentication.
   */
  async complete(request: Payload<'session.create-by-oidc'>): Promise<Reply<'session.create-by-oidc'>> {
    const again = await this.sessions.added(request.id, request.tokenHash);
    if (again) return { session: toSession(again), refused: null };
    try {
      const secret = this.passwords.open(request.secret, `oidc:${request.id}:secret`);
      const answer = this.passwords.open(request.answer, `oidc:${request.id}:answer`);
      await this.useUp(secret);
      const person = await this.provider.identify(answer, secret, request.redirectUri);
      const { added, login } = await this.beginSession(request, person);
      await this.signIn.endPrevious(request.endsHash, login);
      return { session: toSession(added), refused: null };
    } catch (error) {
      if (error instanceof Refused) return { session: null, refused: error.reason };
      throw error;
    }
  }

  /** Each sign-in is redeemed once, regardless of its result. @throws Refused */
  private async useUp(secret: string): Promise<void> {
    const which = { secretHash: hash('sha256', secret), expiresAt: { $gt: this.clock.now() } };
    const { deletedCount } = await this.attempts.deleteOne(which);
    if (deletedCount === 0) throw new Refused('expired');
  }

  private async beginSession(
    request: Payload<'session.create-by-oidc'>,
    { identity, profile }: Identified,
  ): Promise<{ added: SessionDocument; login: LoginDocument }> {
    const isLinked = (await this.logins.findIdentity(identity)) !== null;
    const claims = isLinked ? null : await profile();
    // Hashes before the transaction, because hashing is slow. No one knows this password. A link can set another one.
    const passwordHash = claims ? await this.hashFor(claims) : null;
    return this.audited.make(null, async (session, now) => {
      const newcomer = claims && { ...claims, passwordHash, userId: request.userId };
      const found = await this.find(identity, newcomer, now, session);
      const { login } = found;
      // A concurrent change of the password or a removal ends all sessions, so this one must not survive it.
      if (!(await this.logins.hold(login, session))) throw new Refused('failed');
      const members = await this.members.ofLogin(login._id, session);
      const member = await this.members.toSignIn(members, request.userId);
      if (!member) throw new Refused('not_a_member');
      const { _id: memberId, userId, loginId } = member;
      const { tokenHash, userAgent } = request;
      const facts = { _id: new ObjectId(request.id), tokenHash, userAgent, loginId, memberId, userId };
      const added = await this.sessions.add(facts, now, session);
      const begun = { ...sessionCreated(added, 'oidc'), actor: asThemself(member, login) };
      return { result: { added, login }, action: [...found.actions, begun] };
    });
  }

  /** Returns null if the person has a password or no invitation. @throws Refused */
  private async hashFor({ email }: Profile): Promise<string | null> {
    if (email === null) throw new Refused('unverified');
    if (await this.logins.find(email)) return null;
    if ((await this.links.invitationsTo(email)).length === 0) throw new Refused('not_a_member');
    return this.passwords.hash(randomBytes(RANDOM_BYTES).toString('base64'));
  }

  /** @throws Refused */
  private async find(
    identity: Identity,
    newcomer: (Profile & { passwordHash: string | null; userId: string | null }) | null,
    now: Date,
    session: ClientSession,
  ): Promise<Found> {
    const linked = await this.logins.findIdentity(identity, session);
    if (linked) return { login: linked, actions: [] };
    if (newcomer?.email == null) throw new Refused('not_a_member');
    const existing = await this.logins.find(newcomer.email, session);
    const { login, actions } = existing
      ? { login: existing, actions: [] }
      : await this.join({ ...newcomer, email: newcomer.email }, now, session);
    if (!(await this.logins.link(login, identity, session))) {
      this.failures.note(login, 'oidc');
      throw new Refused('other_identity');
    }
    const changes = changesBetween({}, { issuer: identity.issuer });
    const entries = await this.members.everywhere(login, 'identity.linked', changes, session);
    return { login, actions: [...actions, ...entries] };
  }

  /** Accepts the oldest valid invitation, or the one to the requested account if it exists. @throws Refused */
  private async join(
    {
      email,
      name,
      passwordHash,
      userId,
    }: Profile & {
      email: string;
      passwordHash: string | null;
      userId: string | null;
    },
    now: Date,
    session: ClientSession,
  ): Promise<Found> {
    const invitations = await this.links.invitationsTo(email, session);
    const matching = invitations.filter((each) => userId === null || String(each.userId) === userId);
    for (const link of matching) {
      if (!(await this.useLink.isGood(link, session))) continue;
      await this.links.useUp(link, session);
      const person = { name: name ?? email.split('@')[0] ?? email, passwordHash, isWithoutPassword: true };
      const newcomer = { memberId: newId(), ...person };
      const { action } = await this.useLink.accept(link, null, newcomer, now, session);
      const login = await this.logins.find(email, session);
      const [member] = login ? await this.members.ofLogin(login._id, session) : [];
      if (login && member && action) {
        return { login, actions: [{ ...action, actor: asThemself(member, login) }] };
      }
    }
    throw new Refused('not_a_member');
  }
}
