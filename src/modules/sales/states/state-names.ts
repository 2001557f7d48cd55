import type { StatusKind } from './states';

/** The languages that states have names in, in the order of the names below. */
const languages = ['en', 'es', 'ca', 'fr', 'de', 'it', 'pt'];

const incidents = 'Incidents|Incidencias|Incidències|Incidents|Störungen|Anomalie|Incidências';
const pending = 'Pending|Pendientes|Pendents|En attente|Ausstehend|In sospeso|Pendentes';
const inProcess =
  'In process|En proceso|En procés|En cours|In Bearbeitung|In lavorazione|Em processamento';

/** By code, as a list of its documents is headed: in the plural, in the gender of the word for them. */
const names: Readonly<Record<StatusKind, Readonly<Record<number, string>>>> = {
  order: {
    0: incidents,
    1: 'Incoming|Entrantes|Entrants|Entrantes|Eingegangen|In arrivo|Recebidas',
    2: inProcess,
    3: 'Reservations|Reservas|Reserves|Réservations|Reservierungen|Prenotazioni|Reservas',
    4: 'Completed|Completados|Completades|Terminées|Abgeschlossen|Completati|Concluídas',
    5: pending,
    6: 'Deleted|Eliminados|Eliminades|Supprimées|Gelöscht|Eliminati|Eliminadas',
    20: 'Refunds|Reembolsos|Reemborsaments|Remboursements|Erstattungen|Rimborsi|Reembolsos',
    [-10]: 'Unfinished|Inacabados|Inacabades|Inachevées|Nicht abgeschlossen|Incompleti|Inacabadas',
    [-20]:
      'Refund requests|Solicitudes de reembolso|Sol·licituds de reemborsament|' +
      'Demandes de remboursement|Erstattungsanfragen|Richieste di rimborso|Pedidos de reembolso',
    [-666]:
      'Fraudulent|Fraudulentos|Fraudulentes|Frauduleuses|Betrügerisch|Fraudolenti|Fraudulentas',
  },
  rma: {
    0: incidents,
    1: pending,
    2: inProcess,
    3: 'Authorized|Autorizadas|Autoritzades|Autorisées|Genehmigt|Autorizzati|Autorizadas',
    4: 'Completed|Completadas|Completades|Terminées|Abgeschlossen|Completati|Concluídas',
    5: 'Accepted|Aceptadas|Acceptades|Acceptées|Angenommen|Accettati|Aceites',
    6: 'Deleted|Eliminadas|Eliminades|Supprimées|Gelöscht|Eliminati|Eliminadas',
    [-1]: 'Denied|Denegadas|Denegades|Refusées|Abgelehnt|Rifiutati|Recusadas',
    [-3]:
      'Not authorized|No autorizadas|No autoritzades|Non autorisées|Nicht genehmigt|' +
      'Non autorizzati|Não autorizadas',
  },
  shipment: {
    0: incidents,
    1: pending,
    2: 'Processing|En preparación|En preparació|En préparation|In Vorbereitung|In preparazione|Em preparação',
    3: 'Shipped|Enviados|Enviats|Expédiées|Versandt|Spedite|Enviadas',
    4: 'Delivered|Entregados|Lliurats|Livrées|Zugestellt|Consegnate|Entregues',
  },
};

/** What a state is called in a language; in English where no name is known. */
export function stateName(kind: StatusKind, code: number, language: string): string {
  const texts = (names[kind][code] ?? '').split('|');
  return texts[Math.max(languages.indexOf(language), 0)] ?? '';
}
