import { SchemaExample, Flag } from '../../../api';

@SchemaExample({ active: true })
export class UpdateStatusActionDto {
  @Flag({
    description: 'false: the action does not run any more, from the next change of state on',
  })
  active!: boolean;
}
