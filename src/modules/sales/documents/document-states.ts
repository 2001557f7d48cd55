import { type CodeList, defineCodes } from '../../../core/code-list';

/** Status of a permanently deleted order: only changeStatus may change it. */
export const ORDER_PERMANENTLY_DELETED = -11;

/** Orders that are not fulfilled: deleted, denied, permanently deleted. */
export const closedOrderStates: ReadonlySet<number> = new Set([6, -1, ORDER_PERMANENTLY_DELETED]);

/** RMAs that are not fulfilled: deleted, denied, not authorized. */
export const closedRmaStates: ReadonlySet<number> = new Set([6, -1, -3]);

/** Languages of the state names, in the order of the names below. */
const languages = ['en', 'es', 'ca', 'fr', 'de', 'it', 'pt'];

const incidents = 'Incidents|Incidencias|Incidències|Incidents|Störungen|Anomalie|Incidências';
const pending = 'Pending|Pendientes|Pendents|En attente|Ausstehend|In sospeso|Pendentes';
const inProcess =
  'In process|En proceso|En procés|En cours|In Bearbeitung|In lavorazione|Em processamento';

/** Names by number, as headings of document lists: plural, in the grammatical gender of the document's name. */
const orderStateNames = [
  [0, incidents],
  [1, 'Incoming|Entrantes|Entrants|Entrantes|Eingegangen|In arrivo|Recebidas'],
  [2, inProcess],
  [3, 'Reservations|Reservas|Reserves|Réservations|Reservierungen|Prenotazioni|Reservas'],
  [4, 'Completed|Completados|Completades|Terminées|Abgeschlossen|Completati|Concluídas'],
  [5, pending],
  [6, 'Deleted|Eliminados|Eliminades|Supprimées|Gelöscht|Eliminati|Eliminadas'],
  [20, 'Refunds|Reembolsos|Reemborsaments|Remboursements|Erstattungen|Rimborsi|Reembolsos'],
  [-10, 'Unfinished|Inacabados|Inacabades|Inachevées|Nicht abgeschlossen|Incompleti|Inacabadas'],
  [
    -20,
    'Refund requests|Solicitudes de reembolso|Sol·licituds de reemborsament|' +
      'Demandes de remboursement|Erstattungsanfragen|Richieste di rimborso|Pedidos de reembolso',
  ],
  [-666, 'Fraudulent|Fraudulentos|Fraudulentes|Frauduleuses|Betrügerisch|Fraudolenti|Fraudulentas'],
  [-1, 'Denied|Denegados|Denegades|Refusées|Abgelehnt|Rifiutati|Recusadas'],
  [
    ORDER_PERMANENTLY_DELETED,
    'Order deleted|Pedidos eliminados|Comandes eliminades|Commandes supprimées|' +
      'Bestellung gelöscht|Ordini eliminati|Encomendas eliminadas',
  ],
] as const;

const rmaStateNames = [
  [1, pending],
  [3, 'Authorized|Autorizadas|Autoritzades|Autorisées|Genehmigt|Autorizzati|Autorizadas'],
  [
    -3,
    'Not authorized|No autorizadas|No autoritzades|Non autorisées|Nicht genehmigt|' +
      'Non autorizzati|Não autorizadas',
  ],
  [2, inProcess],
  [5, 'Accepted|Aceptadas|Acceptades|Acceptées|Angenommen|Accettati|Aceites'],
  [-1, 'Denied|Denegadas|Denegades|Refusées|Abgelehnt|Rifiutati|Recusadas'],
  [4, 'Completed|Completadas|Completades|Terminées|Abgeschlossen|Completati|Concluídas'],
  [0, incidents],
  [6, 'Deleted|Eliminadas|Eliminades|Supprimées|Gelöscht|Eliminati|Eliminadas'],
] as const;

const shipmentStateNames = [
  [1, pending],
  [
    2,
    'Processing|En preparación|En preparació|En préparation|In Vorbereitung|In preparazione|Em preparação',
  ],
  [3, 'Shipped|Enviados|Enviats|Expédiées|Versandt|Spedite|Enviadas'],
  [4, 'Delivered|Entregados|Lliurats|Livrées|Zugestellt|Consegnate|Entregues'],
  [0, incidents],
] as const;

const stateNames = { order: orderStateNames, rma: rmaStateNames, shipment: shipmentStateNames };

/** Kinds of records that have states. */
export type StatefulRecordKind = keyof typeof stateNames;

/** The states by kind, with their English names. */
export const stateCodes = {
  order: toEnglishCodes(orderStateNames),
  rma: toEnglishCodes(rmaStateNames),
  shipment: toEnglishCodes(shipmentStateNames),
};

/** Description of a field that holds the state of an order or of an RMA. */
export const documentStatesText = `Orders: ${stateCodes.order.description}; RMAs: ${stateCodes.rma.description}`;

/** Description of a field that holds the state of an order, an RMA or a shipment. */
export const statesText = `${documentStatesText}; shipments: ${stateCodes.shipment.description}`;

/** Name of a state in a language; English for unknown languages, '' for unknown states. */
export function getStateName(kind: StatefulRecordKind, code: number, language: string): string {
  const [, namesText = ''] = stateNames[kind].find(([number]) => number === code) ?? [];
  const texts = namesText.split('|');
  return texts[Math.max(languages.indexOf(language), 0)] ?? '';
}

function toEnglishCodes<C extends number>(table: readonly (readonly [C, string])[]): CodeList<C> {
  return defineCodes(table.map(([code, all]) => [code, all.split('|')[0] ?? ''] as const));
}
