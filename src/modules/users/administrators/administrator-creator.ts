import { Injectable } from '@nestjs/common';
import { toInlineSchema } from '../../../api/validation/dto';
import { createNewTextCheck } from '../../../api/validation/new-texts';
import type { JsonSchema } from '../../../api/validation/schema';
import { ValidatorCompiler } from '../../../api';
import { type FieldError, InvalidRequest } from '../../../core/errors';
import { DataAccess } from '../../../database';
import { UserGroupsService } from '../groups/user-groups.service';
import { CreateUserDto } from '../users/user.dto';
import { UsersService } from '../users/users.service';
import { AdministratorsService, type CallerRights } from './administrators.service';
import { NewAdministratorDto } from './new-administrator.dto';

/** Anybody with access to the command line has full access to the store. */
const commandLineCaller: CallerRights = { scopes: new Set(['*']) };

/** Creates administrators from the command line, when nobody can use the API yet. */
@Injectable()
export class AdministratorCreator {
  constructor(
    private readonly administrators: AdministratorsService,
    private readonly groups: UserGroupsService,
    private readonly users: UsersService,
    private readonly validators: ValidatorCompiler,
    private readonly dataAccess: DataAccess,
  ) {}

  /** Checks one field on its own. @returns the error as a sentence; undefined if the value is valid */
  findFieldError(field: keyof NewAdministratorDto, value: unknown): string | undefined {
    const schema = toInlineSchema(NewAdministratorDto).properties?.[field];
    if (!schema) throw new Error(`Administrators have no ${field}`);
    const fieldErrors = this.listFieldErrors(
      { type: 'object', properties: { [field]: schema } },
      { [field]: value },
    );
    return fieldErrors[0]?.detail;
  }

  /**
   * Creates an administrator and, if there is no system group yet, the system group, in one unit of work.
   * @returns the user's id
   * @throws InvalidRequest, PidTaken, EmailTaken, NickTaken
   */
  create(values: NewAdministratorDto): Promise<number> {
    return this.dataAccess.unitOfWork.run(() => this.createUser(values));
  }

  private async createUser({
    nick,
    firstName,
    countryCode,
    ...values
  }: NewAdministratorDto): Promise<number> {
    const body = {
      ...values,
      nick,
      pId: nick,
      group: { id: await this.ensureSystemGroup() },
      addressBook: [{ pId: 'office', alias: 'Office', type: 1, countryCode, firstName }],
    };
    const fieldErrors = this.listFieldErrors(toInlineSchema(CreateUserDto), body);
    if (fieldErrors.length > 0) throw new InvalidRequest(fieldErrors);
    // Validation has filled in the defaults.
    const user = body as unknown as CreateUserDto;
    return (await this.users.create(await this.users.hashPassword(user), commandLineCaller)).id;
  }

  private listFieldErrors(schema: JsonSchema, value: object): FieldError[] {
    return [
      ...this.validators.compile(schema)(value, ''),
      ...(createNewTextCheck(schema)?.(value, '') ?? []),
    ];
  }

  private async ensureSystemGroup(): Promise<number> {
    const existingId = await this.administrators.findSystemGroupId();
    if (existingId !== undefined) return existingId;
    const values = {
      pId: 'administrators',
      name: 'Administrators',
      description: '',
      defaultGroup: false,
      systemGroup: true,
    };
    return (await this.groups.create(values, commandLineCaller)).id;
  }
}
