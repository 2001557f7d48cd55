import { defineCodesFromConstants } from '../../../core/code-list';

/** Control types (specification, Tag record): the types of a tag's values. */
export const controlTypes = {
  boolean: 1,
  numeric: 2,
  shortText: 3,
  date: 4,
  selector: 5,
  image: 6,
  longText: 7,
} as const;

export type ControlType = (typeof controlTypes)[keyof typeof controlTypes];

export const controlTypeCodes = defineCodesFromConstants(controlTypes);
