import { resourceRecipe } from '../../intake';
import type { StoredState, UserState } from './user-state';
import type { UserStates } from './user-states';
import { UserLineDto } from './user.dto';
import type { UsersService } from './users.service';

/** The intake's lines of users: the API's create body and what no operation sets. */
export function userLines(users: UsersService, states: UserStates) {
  return resourceRecipe<UserLineDto, StoredState, UserState>({
    type: 'user',
    dto: UserLineDto,
    prepare: (values, caller) => states.hash(values, caller),
    complete: (values) => states.of(values),
    find: (values) => states.stored(values),
    create: (values, caller) => users.createAs(values, caller),
    update: (id, value, caller) => users.become(id, value, caller),
  });
}
