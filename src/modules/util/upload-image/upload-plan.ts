import type { Configuration } from '../../../config/configuration';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import {
  type FilePath,
  joinPath,
  parsePath,
  requireNotExecutable,
  requireVisibleName,
  ROOT_FOLDER,
} from '../../../platform/media/files';
import type { ImageVariant } from '../../../platform/media/images';
import { toFileName, stripImageExtension } from './image-names';
import { type VariantKind, variantKinds, listRequestedVariants } from './image-variants';
import type { ImageVariantDto, UploadImageDto } from './upload-image.dto';

/** A variant that will be created. */
export interface PlannedVariant {
  readonly kind: VariantKind;
  readonly variant: ImageVariant;
  readonly folder: FilePath;
  readonly pattern: string;
}

/** The plan of an upload, made before the image is checked. */
export interface UploadPlan {
  /** The image's name without an extension. */
  readonly baseName: string;
  readonly variants: readonly PlannedVariant[];
}

/** Replaces the actual extension in checks; all extensions of stored files have three letters. */
const PLACEHOLDER_EXTENSION = 'jpg';

/** The settings of a variant without `params`. */
const DEFAULT_VARIANT_PARAMS: ImageVariantDto = {
  flipHorizontally: false,
  flipVertically: false,
  forceSize: false,
  resize: true,
  pattern: '',
  quality: 0,
};

/** The API expresses quality in tenths. */
const PERCENT_PER_TENTH = 10;

/**
 * Plans an upload and checks everything in the request except the image.
 * @throws InvalidRequest with all field errors, ExecutableFileName
 */
export function planUpload(dto: UploadImageDto, configuration: Configuration): UploadPlan {
  const fieldErrors = new FieldErrorCollector();
  const baseName = stripImageExtension(dto.name);
  fieldErrors.collect(() =>
    joinPath(
      ROOT_FOLDER,
      toFileName({ baseName, pattern: '*', extension: PLACEHOLDER_EXTENSION }),
      '/name',
    ),
  );
  if (baseName === '')
    fieldErrors.add('/name', 'name.missing', 'The name consists of an extension only.');
  const resolveFolder = createFolderResolver(dto, configuration, fieldErrors);
  checkSizes(dto, configuration, fieldErrors);
  const kinds = listRequestedVariants(dto);
  if (kinds.length === 0)
    fieldErrors.add('', 'image.noVariant', 'At least one variant has to be created.');
  const variants = kinds.flatMap((kind) => {
    const folder = resolveFolder(kind);
    const params = dto.params?.[kind.paramsKey];
    const pattern = toPattern(params, kind);
    const variant = toVariant(params, kind, configuration);
    return folder === undefined ? [] : [{ kind, variant, folder, pattern }];
  });
  if (fieldErrors.isEmpty) checkNames(baseName, variants, fieldErrors);
  fieldErrors.throwIfAny();
  for (const { pattern } of variants)
    requireNotExecutable(
      toFileName({ baseName, pattern, extension: PLACEHOLDER_EXTENSION }),
      '/name',
    );
  for (const [name, folder] of Object.entries(dto.destination ?? {}) as [string, string][])
    requireNotExecutable(folder, `/destination/${name}`);
  return { baseName, variants };
}

/** Collects field errors, to report all of them at once. */
class FieldErrorCollector {
  private readonly fieldErrors: FieldError[] = [];

  get isEmpty(): boolean {
    return this.fieldErrors.length === 0;
  }

  add(pointer: string, code: string, detail: string): void {
    const isKnown = this.fieldErrors.some((one) => one.pointer === pointer && one.code === code);
    if (!isKnown) this.fieldErrors.push({ pointer, code, detail });
  }

  /** Runs a check. @returns its result; undefined if it throws InvalidRequest, whose errors are collected */
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
    if (!this.isEmpty) throw new InvalidRequest(this.fieldErrors);
  }
}

/**
 * Creates the function that returns the folder of a variant: its own, or else the common one, or else the configured
 * one. All paths of the request are checked, even if they are not used.
 */
function createFolderResolver(
  dto: UploadImageDto,
  { imageDestination }: Configuration,
  fieldErrors: FieldErrorCollector,
): (kind: VariantKind) => FilePath | undefined {
  const configured = parsePath(imageDestination, '', { allowsRoot: true });
  const requestedFolders = new Map<string, FilePath | undefined>();
  for (const [name, text] of Object.entries(dto.destination ?? {}) as [string, string][]) {
    const pointer = `/destination/${name}`;
    requestedFolders.set(
      name,
      fieldErrors.collect(() => {
        // Missing folders are created, so the name has to be allowed.
        requireVisibleName(text, pointer);
        return parsePath(text, pointer, { allowsRoot: true });
      }),
    );
  }
  if (dto.autoDestination) return () => configured;
  const commonFolder = requestedFolders.has('destination')
    ? requestedFolders.get('destination')
    : configured;
  return ({ folderField }) =>
    requestedFolders.has(folderField) ? requestedFolders.get(folderField) : commonFolder;
}

/** Requires that the sizes of `forceSize` don't exceed the limit of uploaded images. */
function checkSizes(
  { params = {} }: UploadImageDto,
  configuration: Configuration,
  fieldErrors: FieldErrorCollector,
): void {
  const maxPixels = configuration.imageMaxPixels;
  for (const kind of variantKinds) {
    const { resizeTarget } = toVariant(params[kind.paramsKey], kind, configuration);
    if (resizeTarget?.kind !== 'exact' || resizeTarget.width * resizeTarget.height <= maxPixels)
      continue;
    const detail = `width x height can be at most ${maxPixels} pixels.`;
    fieldErrors.add(`/params/${kind.paramsKey}/forceSize`, 'number.range', detail);
  }
}

function toVariant(
  params: ImageVariantDto | undefined,
  kind: VariantKind,
  configuration: Configuration,
): ImageVariant {
  const { resize, forceSize, quality, ...settings } = { ...DEFAULT_VARIANT_PARAMS, ...params };
  const { flipHorizontally, flipVertically } = settings;
  const { width, height } = { ...kind.getDefaultBox(configuration), ...settings };
  return {
    flipHorizontally,
    flipVertically,
    quality: quality === 0 ? configuration.imageQuality : quality * PERCENT_PER_TENTH,
    ...(resize ? { resizeTarget: { kind: forceSize ? 'exact' : 'inside', width, height } } : {}),
  };
}

function toPattern({ pattern } = DEFAULT_VARIANT_PARAMS, kind: VariantKind): string {
  return pattern === '' ? kind.defaultPattern : pattern;
}

/** Requires that every file has a valid path, and that no two files have the same. */
function checkNames(
  baseName: string,
  variants: readonly PlannedVariant[],
  fieldErrors: FieldErrorCollector,
): void {
  const seen = new Set<string | undefined>();
  for (const { kind, folder, pattern } of variants) {
    const pointer = pattern === kind.defaultPattern ? '/name' : `/params/${kind.paramsKey}/pattern`;
    if (stripImageExtension(pattern) === '') {
      fieldErrors.add(pointer, 'name.missing', 'The pattern consists of an extension only.');
    }
    const name = toFileName({ baseName, pattern, extension: PLACEHOLDER_EXTENSION });
    const path = fieldErrors.collect(() => {
      requireVisibleName(name, pointer);
      return joinPath(folder, name, pointer);
    });
    if (path === undefined) continue;
    if (seen.has(path)) {
      const detail = 'Two variants would have the same file name.';
      fieldErrors.add(`/params/${kind.paramsKey}/pattern`, 'image.sameFile', detail);
    }
    seen.add(path);
  }
}
