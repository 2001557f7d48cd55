import type { Configuration } from '../../../config/configuration';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import {
  type FilePath,
  joinPath,
  parsePath,
  requireNotExecutable,
  requireVisibleName,
  ROOT,
} from '../../../platform/media/files';
import type { Variant } from '../../../platform/media/images';
import { toFileName, withoutExtension } from './image-names';
import { type VariantKind, variantKinds, requestedVariants } from './image-variants';
import type { ImageVariantDto, UploadImageDto } from './upload-image.dto';

/** A variant that will be made: how, where, and under which name. */
export interface PlannedVariant {
  readonly kind: VariantKind;
  readonly variant: Variant;
  readonly folder: FilePath;
  readonly pattern: string;
}

/** What an upload will do, once its image is known to be one. */
export interface UploadPlan {
  /** The image's name without an extension. */
  readonly base: string;
  readonly variants: readonly PlannedVariant[];
}

/** Stands for whichever extension the files get: they all have three letters. */
const PLACEHOLDER_EXTENSION = 'jpg';

/** What holds of a variant that no `params` tell of. */
const DEFAULT_VARIANT_PARAMS: ImageVariantDto = {
  flipHorizontally: false,
  flipVertically: false,
  forceSize: false,
  resize: true,
  pattern: '',
  quality: 0,
};

/** The interface counts quality in tenths. */
const PERCENT_PER_TENTH = 10;

/**
 * Reads out of a request what is to be made, and judges all of it but the image.
 * @throws InvalidRequest with every fault, ExecutableFileName
 */
export function planUpload(dto: UploadImageDto, configuration: Configuration): UploadPlan {
  const faults = new FieldErrorCollector();
  const base = withoutExtension(dto.name);
  faults.collect(() => joinPath(ROOT, toFileName(base, 0, '*', PLACEHOLDER_EXTENSION), '/name'));
  if (base === '') faults.add('/name', 'name.missing', 'The name is nothing but an extension.');
  const folders = toFolderResolver(dto, configuration, faults);
  checkSizes(dto, configuration, faults);
  const kinds = requestedVariants(dto);
  if (kinds.length === 0) faults.add('', 'image.noVariant', 'At least one variant must be made.');
  const variants = kinds.flatMap((kind) => {
    const folder = folders(kind);
    const params = dto.params?.[kind.name];
    const pattern = toPattern(params, kind);
    const variant = toVariant(params, kind, configuration);
    return folder === undefined ? [] : [{ kind, variant, folder, pattern }];
  });
  if (faults.isEmpty) checkNames(base, variants, faults);
  faults.throwIfAny();
  for (const { pattern } of variants)
    requireNotExecutable(toFileName(base, 0, pattern, PLACEHOLDER_EXTENSION), '/name');
  for (const [name, folder] of Object.entries(dto.destination ?? {}) as [string, string][])
    requireNotExecutable(folder, `/destination/${name}`);
  return { base, variants };
}

/** All that is wrong, to be told at once. */
class FieldErrorCollector {
  private readonly found: FieldError[] = [];

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  add(pointer: string, code: string, detail: string): void {
    const isSaid = this.found.some((one) => one.pointer === pointer && one.code === code);
    if (!isSaid) this.found.push({ pointer, code, detail });
  }

  /** @returns what the reading found; undefined when that is at fault */
  collect<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== InvalidRequest.code) throw error;
      for (const { pointer, code, detail } of error.fieldErrors) this.add(pointer, code, detail);
      return undefined;
    }
  }

  /** @throws InvalidRequest */
  throwIfAny(): void {
    if (!this.isEmpty) throw new InvalidRequest(this.found);
  }
}

/**
 * The folders by variant: its own, else that of all, else the configured one. Every path of the request is judged,
 * whether it will count or not.
 */
function toFolderResolver(
  dto: UploadImageDto,
  { imageDestination }: Configuration,
  faults: FieldErrorCollector,
): (kind: VariantKind) => FilePath | undefined {
  const configured = parsePath(imageDestination, '', { root: true });
  const given = new Map<string, FilePath | undefined>();
  for (const [name, text] of Object.entries(dto.destination ?? {}) as [string, string][]) {
    const pointer = `/destination/${name}`;
    given.set(
      name,
      faults.collect(() => {
        // It is made where it is missing.
        requireVisibleName(text, pointer);
        return parsePath(text, pointer, { root: true });
      }),
    );
  }
  if (dto.autoDestination) return () => configured;
  const ofAll = given.has('destination') ? given.get('destination') : configured;
  return ({ folder }) => (given.has(folder) ? given.get(folder) : ofAll);
}

/** What `forceSize` makes may not be more than may come in. */
function checkSizes(
  { params = {} }: UploadImageDto,
  configuration: Configuration,
  faults: FieldErrorCollector,
): void {
  const most = configuration.imageMaxPixels;
  for (const kind of variantKinds) {
    const { target } = toVariant(params[kind.name], kind, configuration);
    if (target?.kind !== 'exact' || target.width * target.height <= most) continue;
    const detail = `width x height may be at most ${most} pixels.`;
    faults.add(`/params/${kind.name}/forceSize`, 'number.range', detail);
  }
}

function toVariant(
  params: ImageVariantDto | undefined,
  kind: VariantKind,
  configuration: Configuration,
): Variant {
  const { resize, forceSize, quality, ...said } = { ...DEFAULT_VARIANT_PARAMS, ...params };
  const { flipHorizontally, flipVertically } = said;
  const { width, height } = { ...kind.box(configuration), ...said };
  return {
    flipHorizontally,
    flipVertically,
    quality: quality === 0 ? configuration.imageQuality : quality * PERCENT_PER_TENTH,
    ...(resize ? { target: { kind: forceSize ? 'exact' : 'inside', width, height } } : {}),
  };
}

function toPattern({ pattern } = DEFAULT_VARIANT_PARAMS, kind: VariantKind): string {
  return pattern === '' ? kind.pattern : pattern;
}

/** Every file gets a path that the store takes, and no two of them the same. */
function checkNames(
  base: string,
  variants: readonly PlannedVariant[],
  faults: FieldErrorCollector,
): void {
  const seen = new Set<string | undefined>();
  for (const { kind, folder, pattern } of variants) {
    const pointer = pattern === kind.pattern ? '/name' : `/params/${kind.name}/pattern`;
    if (withoutExtension(pattern) === '') {
      faults.add(pointer, 'name.missing', 'The pattern is nothing but an extension.');
    }
    const name = toFileName(base, 0, pattern, PLACEHOLDER_EXTENSION);
    const path = faults.collect(() => {
      requireVisibleName(name, pointer);
      return joinPath(folder, name, pointer);
    });
    if (path === undefined) continue;
    if (seen.has(path)) {
      const detail = 'Two variants would be the same file.';
      faults.add(`/params/${kind.name}/pattern`, 'image.sameFile', detail);
    }
    seen.add(path);
  }
}
