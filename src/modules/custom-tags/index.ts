export { CustomTagsModule } from './custom-tags.module';
