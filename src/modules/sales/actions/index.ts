export { ActionsModule } from './actions.module';
export { StatusAction } from './status-action.entity';
