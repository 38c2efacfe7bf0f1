import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldError } from './app-error';
import type {
  Setting,
  SettingsTable,
  httpEmailSettings,
  emailPoolSettings,
  httpPhoneSettings,
  metaSettings,
  smtpSettings,
  telnyxSettings,
  vonageSettings,
} from './channel-settings';
import { misfit } from './check';
import { type PoolMember, PoolMembers } from './pool';

type Fields = SettingsTable['fields'];
type SettingValue<S> = S extends { form: 'number' }
  ? number
  : S extends { form: 'members' }
    ? PoolMember[]
    : S extends { of: readonly (infer T)[] }
      ? T
      : string;
type VisibleSettings<F extends Fields> = {
  [K in keyof F as F[K] extends { secret: true } ? never : K]: SettingValue<F[K]>;
};
type RequiredOf<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];

/** The stored and visible settings of a table: absent optional settings are absent keys, and secrets are excluded. */
export type SettingsOf<T extends SettingsTable> = {
  -readonly [K in keyof VisibleSettings<T['fields']> & RequiredOf<T['fields']>]: VisibleSettings<
    T['fields']
  >[K];
} & {
  -readonly [K in Exclude<keyof VisibleSettings<T['fields']>, RequiredOf<T['fields']>>]?: VisibleSettings<
    T['fields']
  >[K];
};

/** The schema of `SettingsOf`. It checks only types; the gateway checks the form of the values. */
function settingsSchema({ fields }: SettingsTable): TObject {
  const open = Object.entries(fields).filter(([, setting]) => setting.secret !== true);
  return Type.Object(
    Object.fromEntries(
      open.map(([name, setting]) => {
        const schema = schemaOf(setting);
        return [name, setting.required === true ? schema : Type.Optional(schema)];
      }),
    ),
  );
}

function schemaOf(setting: Setting): TSchema {
  switch (setting.form) {
    case 'number':
      return Type.Integer({ minimum: setting.min, maximum: setting.max });
    case 'choice':
      return Type.Union(setting.of.map((each) => Type.Literal(each)));
    case 'members':
      return PoolMembers;
    default:
      return Type.String();
  }
}

/** Errors in the presence of settings and secrets, regardless of their values. Each field is a setting's name. */
export function wrongTogether(
  { fields, pairs, either }: SettingsTable,
  isThere: (name: string) => boolean,
): FieldError[] {
  const needed = (field: string, detail: string): FieldError => ({ field, code: 'required', detail });
  const lacking = Object.keys(fields).filter((name) => fields[name]?.required === true && !isThere(name));
  const halves = pairs.flatMap(([one, other]) => {
    if (isThere(one) === isThere(other)) return [];
    const [present, absent] = isThere(one) ? [one, other] : [other, one];
    return [needed(absent, `${present} requires ${absent}`)];
  });
  const chosen = either.filter(isThere);
  const none = either.slice(0, chosen.length === 0 ? 1 : 0);
  return [
    ...lacking.map((name) => needed(name, 'This field is required')),
    ...halves,
    ...none.map((name) => needed(name, `One of ${either.join(', ')} is required`)),
    ...chosen.slice(1).map((name): FieldError => {
      return { field: name, code: 'not_allowed', detail: `Only one of ${either.join(', ')} is allowed` };
    }),
  ];
}

/**
 * Errors that keep a sender from being used: settings that are missing, exclude each other, or have an invalid
 * value. For `secrets`, only the names count.
 */
export function settingFaults(
  table: SettingsTable,
  settings: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, string>>,
): FieldError[] {
  const isThere = (name: string): boolean => (settings[name] ?? secrets[name] ?? null) !== null;
  const wrong = wrongTogether(table, isThere);
  if (wrong.length > 0) return wrong;
  const flaw = misfit(schemaFor(table), settings);
  if (flaw === null) return [];
  const [, field = '', detail = flaw] = /^\/(\w*): (.*)$/.exec(flaw) ?? [];
  return [{ field, code: 'wrong_type', detail }];
}

const schemas = new WeakMap<SettingsTable, TObject>();

/** Returns the same schema for the same table, so that it is compiled once. */
function schemaFor(table: SettingsTable): TObject {
  const schema = schemas.get(table) ?? settingsSchema(table);
  schemas.set(table, schema);
  return schema;
}

export type SmtpSettings = SettingsOf<typeof smtpSettings>;
export type HttpEmailSettings = SettingsOf<typeof httpEmailSettings>;
export type HttpPhoneSettings = SettingsOf<typeof httpPhoneSettings>;
export type VonageSettings = SettingsOf<typeof vonageSettings>;
export type MetaSettings = SettingsOf<typeof metaSettings>;
export type TelnyxSettings = SettingsOf<typeof telnyxSettings>;
export type PoolSettings = SettingsOf<typeof emailPoolSettings>;
