import {
  bool,
  createTable,
  folded,
  id,
  instant,
  int,
  longText,
  defineMigration,
  offsetInstant,
  pid,
  foreignKey,
  varchar,
} from './schema';

/** News with their texts, SEO texts and periods. */
export const News = defineMigration(33, 'News', [
  createTable('news', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      active: bool(),
      comments: longText(),
      large_image: varchar(2048),
      small_image: varchar(2048),
      priority: int(),
      publication_date: instant(),
      date_added: instant(),
    },
    uniques: [['p_id']],
    indexes: [['name_folded'], ['priority'], ['publication_date'], ['date_added']],
  }),
  createTable('news_texts', {
    columns: {
      id: id(),
      news_id: foreignKey('news', 'CASCADE'),
      language_code: varchar(2),
      title: varchar(255),
      short_text: longText(),
      page_text: longText(),
    },
    uniques: [['news_id', 'language_code']],
  }),
  createTable('news_seo_texts', {
    columns: {
      id: id(),
      news_id: foreignKey('news', 'CASCADE'),
      language_code: varchar(2),
      key_words: longText(),
      meta_description: varchar(255),
      particular_title: varchar(255),
      url_seo: varchar(255),
    },
    uniques: [['news_id', 'language_code']],
  }),
  createTable('news_activity_limits', {
    columns: {
      id: id(),
      news_id: foreignKey('news', 'CASCADE'),
      activation_date: offsetInstant(),
      expiration_date: offsetInstant(),
    },
  }),
]);
