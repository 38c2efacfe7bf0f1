import { type Channel, type SettingsTable, channelRow, wrongTogether } from '@carillon/contracts';
import { isRecord, joined } from '@carillon/input';
import type { TSchema } from '@sinclair/typebox';
import { MAX_FINDINGS } from '../checks/list';
import { type Finding, type Rule, finding, rule } from '../checks/rule';
import { ruleOf } from './setting-forms';
import { ofAnyChannel, settingsSchemas } from './settings-schemas';

/** All settings of a new integration for a channel. */
export function wholeSettings(channel: Channel): Rule {
  const table = channelRow(channel).settings;
  return ofObject(settingsSchemas.whole[channel], (given) => {
    const there = (name: string): boolean => given[name] !== undefined;
    return [
      ...wrongAlone(table, given),
      ...wrongTogether(table, there).map(({ field, ...rest }) => ({ at: field, ...rest })),
    ];
  });
}

/** Some settings, to be changed. Null removes one that need not be there. */
export function settingsChange(channel: Channel): Rule {
  const table = channelRow(channel).settings;
  const isRemoved = (name: string, value: unknown): boolean =>
    value === null && Object.hasOwn(table.fields, name) && table.fields[name]?.required !== true;
  return ofObject(settingsSchemas.change[channel], (given) => {
    const said = Object.entries(given).filter(([name, value]) => !isRemoved(name, value));
    return wrongAlone(table, Object.fromEntries(said));
  });
}

/** That there are settings, before it is known of which channel. */
export const someSettings: Rule = ofObject(ofAnyChannel(settingsSchemas.change), () => []);

function ofObject(schema: TSchema, check: (given: Record<string, unknown>) => Finding[]): Rule {
  return rule(schema, (value) =>
    isRecord(value) ? check(value) : finding('wrong_type', 'This must be an object'),
  );
}

function wrongAlone({ fields }: SettingsTable, given: Record<string, unknown>): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const found = setting
      ? ruleOf(setting)(value, given)
      : finding('unknown_field', 'There is no such field here');
    findings.push(...found.map((each) => ({ ...each, at: joined(name, each.at) })));
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
}
