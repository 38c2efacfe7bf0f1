import { LANGUAGE_PARAMETER, readLanguage } from '@carillon/content';
import { type Brand, type Language, type Preferences, noBrand } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { languageFor } from '../../../http/language';
import type { StyledPage } from '../../../http/link-page';
import { type SavedForm, readChoice } from './choice';
import {
  type ShownPreferences,
  languageOfPerson,
  plainPage,
  preferencePage,
  savedPage,
} from './preference-page';

/** The maximum time that a person waits for the page (milliseconds). Afterward, they get a page without preferences. */
const WAIT_MS = 2_000;

type Link = Pick<FastifyRequest, 'query' | 'headers'>;

/** The person to whom a link was sent, and the topic of the email. */
export interface LinkedPerson {
  userId: string;
  campaignId: string;
  address: string;
  topicId?: string;
}

/** Shows and saves what a person who opens a link has chosen. */
@Injectable()
export class LinkPreferences {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Null: the preferences are unavailable. */
  async page(link: Link, person: LinkedPerson): Promise<StyledPage | null> {
    const shown = await this.shown(link, person);
    return shown && preferencePage(shown, { now: this.clock.now() });
  }

  /** The page after a one-click request for the topic of the link. */
  async left(link: Link, person: LinkedPerson): Promise<StyledPage> {
    const shown = await this.shown(link, person);
    return shown ? savedPage(shown, 'unsubscribed') : plainPage(languageOfLink(link), 'later');
  }

  /** Null: the subscriber service doesn't respond. The choice may have been saved nevertheless. */
  async save(link: Link, person: LinkedPerson, form: SavedForm): Promise<StyledPage | null> {
    const now = this.clock.now();
    const choice = readChoice(form, now);
    const { userId, address, campaignId } = person;
    try {
      if (!choice) {
        const preferences = await this.messenger.request('preferences.get', { userId, address });
        return preferencePage(await this.toShown(link, person, preferences), { isInvalid: true, now });
      }
      const command = { userId, address, campaignId, at: now.toISOString(), ...choice };
      const preferences = await this.messenger.request('preferences.save', command);
      return savedPage(await this.toShown(link, person, preferences), 'saved');
    } catch (error) {
      this.log.warn({ err: error, userId }, 'the preferences of a person were not saved');
      return null;
    }
  }

  /** The page for a choice that was not saved. */
  failed(link: Link): StyledPage {
    return plainPage(languageOfLink(link), 'failed');
  }

  private async shown(link: Link, person: LinkedPerson): Promise<ShownPreferences | null> {
    const { userId, address } = person;
    try {
      const preferences = await this.messenger.request(
        'preferences.get',
        { userId, address },
        { timeoutMs: WAIT_MS },
      );
      return await this.toShown(link, person, preferences);
    } catch (error) {
      this.log.warn({ err: error, userId }, 'the preferences of a person could not be shown');
      return null;
    }
  }

  private async toShown(
    link: Link,
    { userId, topicId }: LinkedPerson,
    preferences: Preferences,
  ): Promise<ShownPreferences> {
    const language = languageOfLink(link, languageOfPerson(preferences));
    const [sender, brand] = await Promise.all([this.senderOf(userId), this.brandOf(userId)]);
    return { language, preferences, sender, brand, topicId };
  }

  /** If the campaign service doesn't respond, the page has no brand. */
  private async brandOf(userId: string): Promise<Brand> {
    try {
      return await this.messenger.request('brand.get', { userId }, { timeoutMs: WAIT_MS });
    } catch {
      return noBrand;
    }
  }

  /** Null: the account service doesn't respond, or the account is deleted. */
  private async senderOf(userId: string): Promise<string | null> {
    try {
      return (await this.messenger.request('user.get', { id: userId }, { timeoutMs: WAIT_MS })).name;
    } catch {
      return null;
    }
  }
}

/** The language of the link, which is the recipient's when the email was sent; then the person's, then the browser's. */
function languageOfLink({ query, headers }: Link, own?: Language): Language {
  const ofLink = readLanguage((query as Readonly<Record<string, unknown>>)[LANGUAGE_PARAMETER]);
  return own ?? ofLink ?? languageFor(headers['accept-language']);
}
