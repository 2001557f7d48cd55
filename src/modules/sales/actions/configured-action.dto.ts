import { SchemaExample, Flag } from '../../../api';

@SchemaExample({ active: true })
export class UpdateStatusActionDto {
  @Flag({
    description: 'false: the action no longer runs, from the next state change on',
  })
  active!: boolean;
}
