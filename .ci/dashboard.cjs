/**
 * Writes docker/monitoring/dashboard.json, for Grafana, from the panels below: `npm run generate`.
 * test/operations/monitoring.e2e-spec.ts holds them against the metrics that the service has.
 */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const PAGE = join(__dirname, '../docker/monitoring/dashboard.json');
const COLUMNS = 24;
const PANEL = { w: 8, h: 7 };

const own = 'job="store", instance=~"$instance"';
const rate = (metric, matchers = own) => `rate(${metric}{${matchers}}[$__rate_interval])`;
const quantile = (share, by) =>
  `histogram_quantile(${share}, sum by (${['le', ...by].join(', ')}) (${rate('store_http_request_duration_seconds_bucket')}))`;

/** Each row with its panels: title, unit of Grafana, and expressions with the names of their lines. */
const ROWS = [
  {
    title: 'Requests',
    panels: [
      [
        'Requests',
        'reqps',
        [[`sum by (status) (${rate('store_http_requests_total')})`, '{{status}}']],
      ],
      [
        'Share of requests that fail',
        'percentunit',
        [
          [
            `sum by (instance) (${rate('store_http_requests_total', `${own}, status=~"5.."`)}) / sum by (instance) (${rate('store_http_requests_total')})`,
            '{{instance}}',
          ],
        ],
      ],
      [
        'Duration of requests',
        's',
        [0.5, 0.95, 0.99].map((share) => [quantile(share, []), `${share * 100} %`]),
      ],
      [
        'Operations that are asked for most',
        'reqps',
        [[`topk(10, sum by (operation) (${rate('store_http_requests_total')}))`, '{{operation}}']],
      ],
      [
        'Operations that take longest (95 %)',
        's',
        [[`topk(10, ${quantile(0.95, ['operation'])})`, '{{operation}}']],
      ],
      [
        'Requests refused by their budget',
        'reqps',
        [[`sum by (operation) (${rate('store_rate_limit_refusals_total')})`, '{{operation}}']],
      ],
    ],
  },
  {
    title: 'Connections and database',
    panels: [
      ['Open connections', 'short', [[`store_http_connections{${own}}`, '{{instance}}']]],
      [
        'Connections refused or ended',
        'cps',
        [[`sum by (reason) (${rate('store_http_connections_ended_total')})`, '{{reason}}']],
      ],
      [
        'Connections to the database',
        'short',
        [
          [`store_database_connections_in_use{${own}}`, '{{instance}} in use'],
          [`store_database_connections_waiting{${own}}`, '{{instance}} waiting'],
        ],
      ],
      [
        'Member of the cluster',
        'short',
        [[`store_database_host{${own}}`, '{{instance}}: {{host}}']],
      ],
      [
        'Where lists are read',
        'reqps',
        [[`sum by (source) (${rate('store_database_list_reads_total')})`, '{{source}}']],
      ],
      [
        'Replica',
        'short',
        [
          [`store_database_replica_in_use{${own}}`, '{{instance}} in use'],
          [`store_database_replica_lag_seconds{${own}}`, '{{instance}} behind, s'],
        ],
      ],
      [
        'Budgets counted in Redis',
        'bool_yes_no',
        [[`store_rate_limits_shared{${own}}`, '{{instance}}']],
      ],
    ],
  },
  {
    title: 'Work',
    panels: [
      [
        'Webhooks and mails that wait or were given up',
        'short',
        [['max by (state) (store_outbox_messages{job="store"})', '{{state}}']],
      ],
      [
        'Attempts at webhooks and mails',
        'ops',
        [[`sum by (kind, result) (${rate('store_outbox_attempts_total')})`, '{{kind}} {{result}}']],
      ],
      [
        'Age of the oldest invoicing record that AEAT has not accepted',
        's',
        [['max(store_verifactu_oldest_record_seconds{job="store"})', 'age']],
      ],
      [
        'Lines of imports',
        'ops',
        [[`sum by (result) (${rate('store_import_lines_total')})`, '{{result}}']],
      ],
      ['Pictures in hand', 'short', [[`store_images_in_flight{${own}}`, '{{instance}}']]],
      [
        'Pictures refused',
        'ops',
        [[`sum by (instance) (${rate('store_images_refused_total')})`, '{{instance}}']],
      ],
    ],
  },
  {
    title: 'Processes',
    panels: [
      ['Processes that take requests', 'short', [[`store_processes{${own}}`, '{{instance}}']]],
      [
        'Versions',
        'short',
        [
          [
            `sum by (version, commit, node) (store_build_info{${own}})`,
            '{{version}} {{commit}} {{node}}',
          ],
        ],
      ],
      ['Processors', 'percentunit', [[rate('process_cpu_seconds_total'), '{{instance}}']]],
      [
        'Memory',
        'bytes',
        [
          [`process_resident_memory_bytes{${own}}`, '{{instance}}'],
          [`nodejs_heap_size_used_bytes{${own}}`, '{{instance}} heap'],
        ],
      ],
      [
        'Delay of the event loop (99 %)',
        's',
        [[`nodejs_eventloop_lag_p99_seconds{${own}}`, '{{instance}}']],
      ],
      [
        'Time for garbage collection',
        'percentunit',
        [[`sum by (instance) (${rate('nodejs_gc_duration_seconds_sum')})`, '{{instance}}']],
      ],
      ['Open files', 'short', [[`process_open_fds{${own}}`, '{{instance}}']]],
    ],
  },
];

const datasource = { type: 'prometheus', uid: '${datasource}' };

function panel([title, unit, lines], id, gridPos) {
  return {
    id,
    type: 'timeseries',
    title,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: lines.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource,
      expr,
      legendFormat,
    })),
  };
}

function panels() {
  const all = [];
  let y = 0;
  for (const { title, panels: ofRow } of ROWS) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
      panels: [],
    });
    const perLine = COLUMNS / PANEL.w;
    ofRow.forEach((one, at) => {
      const place = { x: (at % perLine) * PANEL.w, y: y + 1 + Math.floor(at / perLine) * PANEL.h };
      all.push(panel(one, all.length + 1, { ...place, ...PANEL }));
    });
    y += 1 + Math.ceil(ofRow.length / perLine) * PANEL.h;
  }
  return all;
}

/** The dashboard as Grafana imports it. */
function dashboard() {
  return {
    title: 'Online Store Administration',
    uid: 'online-store-administration',
    tags: ['store'],
    schemaVersion: 39,
    editable: true,
    timezone: 'browser',
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
        {
          name: 'instance',
          type: 'query',
          label: 'Instance',
          datasource,
          query: 'label_values(store_processes{job="store"}, instance)',
          refresh: 2,
          multi: true,
          includeAll: true,
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    annotations: {
      list: [
        {
          name: 'Alarms',
          datasource,
          enable: true,
          iconColor: 'red',
          expr: 'ALERTS{alertstate="firing", alertname=~"Store.+"}',
          titleFormat: '{{alertname}}',
          textFormat: '{{instance}}',
        },
      ],
    },
    panels: panels(),
  };
}

const text = () => `${JSON.stringify(dashboard(), null, 2)}\n`;

if (require.main === module) writeFileSync(PAGE, text());

module.exports = { text };
