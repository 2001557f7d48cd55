import { availableParallelism } from 'node:os';
import { IANAZone } from 'luxon';
import { isLanguageCode } from '../core/languages';

/** Parses the text of an environment variable; throws an Error whose message starts with "must". */
export type VariableParser<T> = (text: string) => T;

interface VariableOptions {
  /** Value if the variable is unset or empty; absent: the variable is optional. */
  readonly default?: string;
  readonly description: string;
  /** Whether the value is never printed, not even in messages about invalid values. */
  readonly secret?: boolean;
}

/** An environment variable of the service. */
export interface EnvironmentVariable extends VariableOptions {
  readonly name: string;
  readonly property: string;
  readonly parse: VariableParser<unknown>;
}

const declaredVariables: EnvironmentVariable[] = [];

/** All variables in the order of their declaration. */
export function listVariables(): readonly EnvironmentVariable[] {
  return declaredVariables;
}

/** Declares a property of the configuration class with the value of the environment variable `name`. */
export function EnvironmentVariable<T>(
  name: string,
  parse: VariableParser<T>,
  options: VariableOptions,
) {
  return <K extends string>(_target: Partial<Record<K, T | undefined>>, property: K): void => {
    declaredVariables.push({ name, property, parse, ...options });
  };
}

/** A whole number within the bounds, both inclusive. */
export function integer(min: number, max: number): VariableParser<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** Maximum number of processes behind one port. */
const MAX_WORKERS = 64;

/** A number of processes, or `auto` for one per processor. */
export const workerCount: VariableParser<number> = (text) => {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  try {
    return integer(1, MAX_WORKERS)(text);
  } catch {
    throw new Error(`must be a whole number from 1 to ${MAX_WORKERS}, or auto`);
  }
};

/** One of several words. */
export function oneOf<W extends string>(...words: readonly W[]): VariableParser<W> {
  return (text) => {
    const found = words.find((candidate) => candidate === text);
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return found;
  };
}

/** `on` or `off` (also true, false, 1, 0). */
export const onOff: VariableParser<boolean> = (text) => {
  if (/^(on|true|1)$/i.test(text)) return true;
  if (/^(off|false|0)$/i.test(text)) return false;
  throw new Error('must be on or off');
};

/** A whole number from 1, or `off` (undefined). */
export const limitOrOff: VariableParser<number | undefined> = (text) => {
  if (text === 'off') return undefined;
  try {
    return integer(1, 1_000_000_000)(text);
  } catch {
    throw new Error('must be a whole number from 1, or off');
  }
};

/** Matches all hosts after the first one. */
const MORE_HOSTS = /,[^/@]*(?=\/|$)/;

/** A URL of one or more hosts with one of the schemes (without the colon); the text stays unchanged. */
export function url(...schemes: readonly string[]): VariableParser<string> {
  const errorMessage = `must be a URL that starts with ${schemes.map((candidate) => `${candidate}:`).join(' or ')}`;
  return (text) => {
    const scheme = schemes.find((candidate) => text.startsWith(`${candidate}:`));
    const rest = scheme === undefined ? '' : text.slice(scheme.length + 1);
    if (rest.replace(/^\/\//, '') === '') throw new Error(errorMessage);
    const isFile = scheme === 'sqlite' || scheme === 'file';
    if (!isFile && !URL.canParse(text.replace(MORE_HOSTS, ''))) throw new Error(errorMessage);
    return text;
  };
}

/** An absolute http(s) URL without query; a trailing slash is removed. */
export const baseUrl: VariableParser<string> = (text) => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new Error('must be an absolute http or https URL without query');
  }
  return text.replace(/\/+$/, '');
};

/** A time zone of the IANA database, for example Europe/Madrid. */
export const timeZone: VariableParser<string> = (text) => {
  if (!IANAZone.isValidZone(text))
    throw new Error('must be an IANA time zone such as Europe/Madrid');
  return text;
};

/** An ISO 639-1 language code in lower case. */
export const languageCode: VariableParser<string> = (text) => {
  if (!isLanguageCode(text)) throw new Error('must be an ISO 639-1 code such as en');
  return text;
};

/** Maximum number of files in a list. */
const MAX_FILES = 20;

/** Paths of files, separated by commas. */
export const filePaths: VariableParser<readonly string[]> = (text) => {
  const paths = text.split(',').map((path) => path.trim());
  if (paths.length > MAX_FILES || paths.includes('')) {
    throw new Error(`must be paths of at most ${MAX_FILES} files, separated by commas`);
  }
  return paths;
};

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Two sides from 1 to 10,000 pixels, such as `1200x800`. */
export const pixelSize: VariableParser<PixelSize> = (value) => {
  const [, width = '', height = ''] = /^(\d{1,5})x(\d{1,5})$/.exec(value) ?? [];
  try {
    return { width: integer(1, 10_000)(width), height: integer(1, 10_000)(height) };
  } catch {
    throw new Error('must be two sides from 1 to 10000 pixels, such as 1200x1200');
  }
};

/** 0.1 to 1.0 in steps of 0.1, converted to percent. */
export const tenthsAsPercent: VariableParser<number> = (value) => {
  if (!/^(0?\.[1-9]|1(\.0)?)$/.test(value)) throw new Error('must be 0.1 to 1.0 in steps of 0.1');
  return Math.round(Number(value) * 100);
};

/** A text with a length within bounds, both inclusive. */
export function text(minLength: number, maxLength: number): VariableParser<string> {
  return (value) => {
    if (value.length < minLength || value.length > maxLength) {
      throw new Error(`must have ${minLength} to ${maxLength} characters`);
    }
    return value;
  };
}

/** A Spanish tax number (NIF) of 9 characters, without the prefix ES. */
export const spanishTaxNumber: VariableParser<string> = (value) => {
  if (!/^[A-Z0-9]{9}$/.test(value)) {
    throw new Error('must be a Spanish tax number: 9 capital letters and digits, without ES');
  }
  return value;
};

/** A number of bytes in Base64. */
export function base64Bytes(count: number): VariableParser<Buffer> {
  return (value) => {
    const bytes = Buffer.from(value, 'base64');
    if (bytes.length !== count || bytes.toString('base64') !== value) {
      throw new Error(`must be ${count} bytes in Base64`);
    }
    return bytes;
  };
}

/** `off`, `on` (the next hop) or the number of proxies in front of the service. */
export const proxyHops: VariableParser<number> = (value) => {
  if (value === 'off') return 0;
  if (value === 'on') return 1;
  try {
    return integer(0, 16)(value);
  } catch {
    throw new Error('must be off, on or the number of proxies in front of the service');
  }
};

const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Some of the headers by which proxies describe the client's request, in lower case. */
export const forwardedHeaders: VariableParser<ReadonlySet<string>> = (text) => {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => FORWARDED_HEADERS.includes(name)))
    throw new Error(`must be some of ${FORWARDED_HEADERS.join(', ')}, separated by commas`);
  return new Set(names);
};

/** The mode of a file, as for `chmod`: its owner may read and write it, and nobody may execute it. */
export const fileMode: VariableParser<number> = (value) => {
  if (!/^0?6[0246]{2}$/.test(value)) throw new Error('must be a mode such as 0600, 0640 or 0660');
  return parseInt(value, 8);
};

/** `name=secret` pairs, comma-separated. */
export const namedSecrets: VariableParser<ReadonlyMap<string, string>> = (value) => {
  const pairs = value.split(',').map((pair) => /^([A-Za-z0-9_.-]+)=(.{16,})$/.exec(pair.trim()));
  if (pairs.some((pair) => pair === null)) {
    throw new Error(
      'must be name=secret pairs, comma-separated, each secret of 16 characters or more',
    );
  }
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
};

/** An API key of the form that the service itself creates. */
export function bootstrapKey(value: string): string {
  if (!/^osk_[A-Za-z0-9_-]{43}$/.test(value)) {
    throw new Error('must be osk_ followed by 43 base64url characters (32 random bytes)');
  }
  return value;
}
