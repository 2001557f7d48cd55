/** A class whose members are declared with decorators of class-validator, mostly those of fields.ts. */
export type DtoClass<T extends object = object> = new () => T;
