export { NewsModule } from './news.module';
export { News } from './news/news.entity';
