/** What has states: orders, RMAs, shipments. */
export const statusKinds = ['order', 'rma', 'shipment'] as const;
export type StatusKind = (typeof statusKinds)[number];

type Language = 'en' | 'es' | 'ca' | 'fr' | 'de' | 'it' | 'pt';
type Names = Readonly<Record<Language, string>>;

/** A state with its names; `code` is negative where the specification writes a leading underscore. */
export interface State {
  readonly code: number;
  readonly names: Names;
}

/** The order of the languages in the tables below. */
const languages = ['en', 'es', 'ca', 'fr', 'de', 'it', 'pt'] as const;

function state(
  code: number,
  ...texts: [string, string, string, string, string, string, string]
): State {
  const names = Object.fromEntries(languages.map((language, at) => [language, texts[at]]));
  return { code, names: names as Names };
}

/** The states of each kind in the order in which lists show them (specification, States and transitions). */
export const states: Readonly<Record<StatusKind, readonly State[]>> = {
  order: [
    state(
      0,
      'Incidents',
      'Incidencias',
      'Incidències',
      'Incidents',
      'Störungen',
      'Anomalie',
      'Incidências',
    ),
    state(
      1,
      'Incoming',
      'Entrantes',
      'Entrants',
      'Entrantes',
      'Eingegangen',
      'In arrivo',
      'Recebidas',
    ),
    state(
      2,
      'In process',
      'En proceso',
      'En procés',
      'En cours',
      'In Bearbeitung',
      'In lavorazione',
      'Em processamento',
    ),
    state(
      3,
      'Reservations',
      'Reservas',
      'Reserves',
      'Réservations',
      'Reservierungen',
      'Prenotazioni',
      'Reservas',
    ),
    state(
      4,
      'Completed',
      'Completados',
      'Completats',
      'Terminées',
      'Abgeschlossen',
      'Completati',
      'Concluídas',
    ),
    state(
      5,
      'Pending',
      'Pendientes',
      'Pendents',
      'En attente',
      'Ausstehend',
      'In sospeso',
      'Pendentes',
    ),
    state(
      6,
      'Deleted',
      'Eliminados',
      'Eliminats',
      'Supprimées',
      'Gelöscht',
      'Eliminati',
      'Eliminadas',
    ),
    state(
      20,
      'Refunds',
      'Reembolsos',
      'Reemborsaments',
      'Remboursements',
      'Erstattungen',
      'Rimborsi',
      'Reembolsos',
    ),
    state(
      -10,
      'Unfinished',
      'Inacabados',
      'Inacabats',
      'Inachevées',
      'Unvollendet',
      'Incompleti',
      'Inacabadas',
    ),
    state(
      -20,
      'Refund requests',
      'Solicitudes de reembolso',
      'Sol·licituds de reemborsament',
      'Demandes de remboursement',
      'Erstattungsanfragen',
      'Richieste di rimborso',
      'Pedidos de reembolso',
    ),
    state(
      -666,
      'Fraudulent',
      'Fraudulentos',
      'Fraudulents',
      'Frauduleuses',
      'Betrügerisch',
      'Fraudolenti',
      'Fraudulentas',
    ),
  ],
  rma: [
    state(
      1,
      'Pending',
      'Pendientes',
      'Pendents',
      'En attente',
      'Ausstehend',
      'In sospeso',
      'Pendentes',
    ),
    state(
      3,
      'Authorized',
      'Autorizadas',
      'Autoritzades',
      'Autorisées',
      'Genehmigt',
      'Autorizzati',
      'Autorizadas',
    ),
    state(
      -3,
      'Not authorized',
      'No autorizadas',
      'No autoritzades',
      'Non autorisées',
      'Nicht genehmigt',
      'Non autorizzati',
      'Não autorizadas',
    ),
    state(
      2,
      'In process',
      'En proceso',
      'En procés',
      'En cours',
      'In Bearbeitung',
      'In lavorazione',
      'Em processamento',
    ),
    state(
      5,
      'Accepted',
      'Aceptadas',
      'Acceptades',
      'Acceptées',
      'Angenommen',
      'Accettati',
      'Aceites',
    ),
    state(-1, 'Denied', 'Denegadas', 'Denegades', 'Refusées', 'Abgelehnt', 'Negati', 'Recusadas'),
    state(
      4,
      'Completed',
      'Completadas',
      'Completades',
      'Terminées',
      'Abgeschlossen',
      'Completati',
      'Concluídas',
    ),
    state(
      0,
      'Incidents',
      'Incidencias',
      'Incidències',
      'Incidents',
      'Störungen',
      'Anomalie',
      'Incidências',
    ),
    state(
      6,
      'Deleted',
      'Eliminadas',
      'Eliminades',
      'Supprimées',
      'Gelöscht',
      'Eliminati',
      'Eliminadas',
    ),
  ],
  shipment: [
    state(
      1,
      'Pending',
      'Pendientes',
      'Pendents',
      'En attente',
      'Ausstehend',
      'In sospeso',
      'Pendentes',
    ),
    state(
      2,
      'Processing',
      'En preparación',
      'En preparació',
      'En préparation',
      'In Vorbereitung',
      'In preparazione',
      'Em preparação',
    ),
    state(3, 'Shipped', 'Enviados', 'Enviats', 'Expédiées', 'Versandt', 'Spediti', 'Enviadas'),
    state(
      4,
      'Delivered',
      'Entregados',
      'Lliurats',
      'Livrées',
      'Zugestellt',
      'Consegnati',
      'Entregues',
    ),
    state(
      0,
      'Incidents',
      'Incidencias',
      'Incidències',
      'Incidents',
      'Störungen',
      'Anomalie',
      'Incidências',
    ),
  ],
};

/** The name of a state in a language; in English where the language is not shipped. */
export function stateName({ names }: State, language: string): string {
  return (names as Partial<Record<string, string>>)[language] ?? names.en;
}
