import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { parseInstant, getYearInZone } from '../../../core/instant';

/** How long issued documents have to be kept as they are (INVOICE_RETENTION_YEARS). */
@Injectable()
export class RetentionPeriod {
  constructor(
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** Whether a document of this date has to be kept. */
  covers(date: Date): boolean {
    return date >= this.getStart();
  }

  /** Returns the date of the oldest documents to keep: years count from the end of the document's year. */
  getStart(): Date {
    const { invoiceRetentionYears, storeTimeZone: zone } = this.configuration;
    const year = getYearInZone(this.clock.now(), zone) - invoiceRetentionYears;
    return parseInstant(`${year}-01-01`, zone) as Date;
  }
}
