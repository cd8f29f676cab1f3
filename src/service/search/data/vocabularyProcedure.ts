/** Everyday words for the subjects of the Internal Revenue Code, procedure and administration (§§ 6001-9834), section by section in the order of its table of contents. */
export const PROCEDURE = `
6001: keep records books receipts how long
6011: required to file return electronic filing e-file reportable transaction
6012: who must file a return income threshold minimum age
6013: joint return husband wife married filing jointly later switch nonresident spouse liability
6014: IRS computes tax
6015: innocent spouse relief ex-spouse tax debt joint liability separate equitable
6017: self-employed 400 dollars must file
6018: estate tax return required 706
6019: gift tax return required 709
6020: IRS prepares return substitute for return
6031: partnership return K-1 1065 information
6033: nonprofit annual return 990 revoked three years failure small organization
6034: charitable trust return
6034a: beneficiary estate trust statement K-1 consistent
6035: basis statement to heirs estate 8971
6036: executor notice receiver
6037: S corporation return 1120-S consistent
6038: foreign corporation information 5471 controlled
6038a: foreign-owned corporation information 5472 25 percent
6038b: transfer to foreign corporation partnership notice 926
6038c: foreign corporation with US business records
6038d: foreign financial assets report 8938 bank account overseas 50,000
6039: stock option exercise statement ISO ESPP 3921
6039f: large foreign gift received report 3520 10,000
6039g: expatriate information 8854
6039i: company-owned life insurance report
6041: payments 600 dollars 1099-MISC NEC information rent prizes
6041a: 1099 for services direct sales 5,000
6042: dividends reporting 1099-DIV
6043: liquidation report 966
6044: patronage dividends reporting
6045: broker reporting 1099-B basis digital assets cryptocurrency gross proceeds real estate 1099-S attorney
6045a: transfer statement broker basis
6045b: issuer action affecting basis 8937
6046: foreign corporation organization acquisition return
6046a: foreign partnership interest
6047: plan trust reporting
6048: foreign trust reporting 3520
6049: interest reporting 1099-INT bank
6050b: unemployment compensation reporting
6050e: state tax refund 1099-G
6050f: social security statement
6050h: mortgage interest 1098 reporting lender
6050i: cash over 10,000 Form 8300 trade business report
6050j: foreclosure abandonment 1099-A
6050k: partnership interest exchange 8308
6050l: donated property sold by charity 8282 within three years
6050n: royalties reporting
6050p: cancelled debt 1099-C
6050s: tuition 1098-T student loan interest
6050w: credit card payment processor third-party network 1099-K online marketplace
6050x: fines penalties government reporting
6050y: life settlement policy sale reporting
6051: W-2 wage statement January 31
6052: group term life reporting
6053: tip reporting employees restaurants allocated
6055: health coverage 1095-B
6056: large employer 1095-C
6057: pension plan registration deferred vested
6058: form 5500 plan
6059: actuary report
6060: return preparers list employed
6061: signature on return electronic
6062: corporation officer sign
6063: partner sign return
6065: penalties of perjury verification
6071: due dates time for filing
6072: income tax return due date April 15 March 15
6075: estate tax return nine months gift tax return April
6081: extension of time to file six months
6091: where to file place
6096: presidential campaign check-off
6103: confidential return information disclosure IRS share tax returns privacy state agencies
6104: public inspection of 990 exemption application
6107: preparer must give copy to taxpayer keep three years
6109: social security number taxpayer identification PTIN EIN ITIN
6110: private letter ruling public redacted
6111: material advisor tax shelter disclosure
6112: list of investors advisees
6113: fund raising not deductible statement
6114: treaty-based return position
6115: quid pro quo contribution 75 dollars disclosure
6151: pay tax when due with return
6155: payment on notice demand
6159: installment agreement pay IRS in monthly payments
6161: extension to pay hardship undue estate
6163: reversionary remainder estate tax defer
6164: corporation expects carryback extension
6166: pay estate tax over ten fourteen years closely held business
6167: expropriation
6201: IRS assess authority
6203: assessment recorded
6205: employment tax underpayment correct 941-X
6211: deficiency definition
6212: notice of deficiency mailed last known address 90-day letter
6213: petition Tax Court 90 days math error IRS cannot assess
6214: Tax Court determine increased deficiency
6215: assess after Tax Court
6221: partnership audit BBA elect out centralized 100 partners
6222: partner consistent with partnership return
6223: partnership representative binds
6225: imputed underpayment partnership pays modification
6226: push-out election statements to reviewed year partners 45 days
6227: administrative adjustment request AAR partnership amend
6231: partnership proceedings notices
6232: partnership assessment collection
6233: partnership interest penalties
6234: partnership judicial review 90 days
6235: partnership statute of limitations three years
6241: partnership audit definitions
6301: collect taxes
6302: deposit payroll taxes federal tax deposit schedule
6303: notice and demand 60 days
6304: fair debt collection harassment IRS calls
6306: private debt collectors
6311: pay by check credit card
6320: lien notice hearing collection due process
6321: federal tax lien arises all property
6322: lien period until
6323: lien priority purchasers mortgage superpriority notice filed
6324: estate gift tax lien ten years
6325: release lien discharge subordination certificate
6326: appeal lien
6330: levy hearing collection due process CDP 30 days Tax Court
6331: levy seize wages bank account garnish
6332: surrender property bank holds 21 days
6334: exempt from levy wages tools clothing residence
6335: auction seized property sale notice
6337: redeem property after sale 180 days
6342: proceeds of sale order
6343: release levy hardship return wrongful
6401: overpayment amounts excess withholding refundable
6402: refund offset child support student loan state debt IRS keeps refund
6404: abate interest penalty IRS error delay suspended notice
6405: joint committee refund over 2 million 5 million
6407: refund date
6411: quick refund tentative carryback 1045 1139
6413: excess social security two employers overpaid employment tax
6415: excise collected refund
6416: manufacturer excise refund
6417: elective direct pay credits tax-exempt refund energy
6418: sell transfer energy credits for cash
6420: gasoline used on farm refund
6421: off-highway gasoline refund
6425: corporation quick refund of estimated tax 4466
6426: alternative fuel mixture credit
6427: fuel not taxable use refund
6428: stimulus check recovery rebate 2020
6428a: second stimulus
6428b: third stimulus 2021 1,400
6501: statute of limitations three years six years 25 percent omission no return fraud IRS audit how far back unlimited assess
6502: ten years to collect
6503: suspension of limitations
6511: refund claim deadline three years two years amended return bad debt seven years financially disabled
6512: Tax Court overpayment refund limit
6513: early return deemed filed on due date
6514: refund after limitation void
6521: self-employment FICA mitigation
6531: criminal limitations six years
6532: sue for refund two years wrongful levy
6601: interest on late tax underpayment
6602: interest erroneous refund
6603: deposit to stop interest
6611: IRS pays interest on refund 45 days
6621: interest rate federal short-term plus three hot interest large corporate
6622: compounded daily
6651: late filing late payment penalty 5 percent per month 25 percent half percent failure to file reasonable cause minimum
6652: information return failure exempt organization 20 dollars a day
6654: estimated tax underpayment individual quarterly safe harbor 90 percent 100 110 prior year
6655: corporate estimated tax quarterly large corporation
6656: late payroll deposit penalty 2 5 10 15 percent
6657: bounced check penalty
6658: bankruptcy penalties relief
6662: accuracy-related penalty 20 percent negligence substantial understatement valuation misstatement substantial authority disclosure
6662a: reportable transaction understatement penalty 30
6663: civil fraud penalty 75 percent
6664: reasonable cause good faith defense penalty underpayment
6671: assessable penalties person responsible
6672: trust fund recovery penalty responsible person payroll taxes not paid over owner officer personally liable willful
6673: frivolous Tax Court delay penalty 25,000
6674: false W-2 employer
6675: fuel excessive claims
6676: excessive refund claim 20 percent
6677: foreign trust reporting penalty 35 percent
6679: foreign corporation return penalty 10,000
6682: false W-4 500
6684: private foundation repeat
6694: preparer understatement penalty unreasonable position willful 1,000 5,000
6695: preparer penalties failure sign copy due diligence earned income credit negotiate refund check
6695a: appraiser penalty valuation misstatement
6698: late partnership return per partner per month
6699: late S corporation return per shareholder per month
6700: promoter abusive tax shelter
6701: aiding abetting understatement 1,000
6702: frivolous return 5,000
6707: material advisor failure disclose
6707a: reportable transaction not disclosed 75 percent
6708: list of advisees
6710: fund-raising nondeductible disclosure penalty
6713: preparer discloses information civil 250
6714: quid pro quo disclosure penalty
6721: incorrect late information return 1099 W-2 penalty per return
6722: payee statement penalty
6723: other information reporting
6724: reasonable cause information penalties waiver
6751: supervisor written approval of penalty notice computation
6851: termination assessment leaving country
6861: jeopardy assessment
6867: large cash possession presume
6871: receivership bankruptcy claim
6901: transferee liability collect from recipient of assets
6903: fiduciary notice 56
6905: executor discharge income gift
7121: closing agreement final
7122: offer in compromise settle for less doubt as to collectibility
7123: IRS Appeals mediation arbitration
7201: tax evasion felony willful attempt prison five years 100,000
7202: willful failure collect pay over crime
7203: willful failure to file misdemeanor
7204: fraudulent W-2 crime
7205: false W-4 crime
7206: false return perjury felony aiding preparer three years
7207: false document submitted
7210: disobey summons crime
7212: obstruct interfere IRS threaten agent
7213: IRS employee disclose return crime
7213a: browsing snooping returns
7214: IRS officer extortion
7215: collected tax separate account crime
7216: preparer discloses client information crime consent
7217: White House audit influence
7302: forfeiture property used
7345: passport revoked seriously delinquent 50,000
7402: district court enforce injunction summons
7403: foreclose lien suit
7405: recover erroneous refund suit
7407: injunction preparer
7408: injunction shelter promoter
7421: anti-injunction act cannot sue to stop tax
7422: refund suit first file claim
7425: foreclosure by other lienholder federal lien 120 days redemption
7426: third party wrongful levy suit
7428: declaratory judgment exempt status
7429: review jeopardy
7430: attorney fees recover from IRS prevailing party
7431: sue unauthorized disclosure
7432: sue failure to release lien
7433: sue IRS unauthorized collection
7434: sue someone who filed fake 1099 fraudulent information return
7436: worker classification Tax Court employment
7441: Tax Court status
7442: Tax Court jurisdiction
7451: petition fee 60
7452: represent Tax Court attorney
7453: rules of evidence Tax Court
7454: burden of proof fraud on IRS
7463: small tax case 50,000 S case
7476: declaratory judgment plan
7477: declaratory judgment gift value
7478: declaratory judgment bond
7479: declaratory estate installment
7481: Tax Court decision final when
7482: appeal court of appeals venue circuit
7483: notice of appeal 90 days
7485: bond stay assessment
7491: burden of proof shifts to IRS credible evidence
7501: trust fund withheld taxes held in trust
7502: mailbox rule postmark mailed on time certified mail timely
7503: due date weekend Saturday Sunday holiday
7504: round dollars fractional
7508: combat zone extension deadlines
7508a: disaster area postpone deadlines
7519: fiscal year required payments partnership S
7520: valuation tables annuity remainder 120 percent midterm rate
7521: IRS interview recording representation taxpayer rights audit
7522: notice contents
7525: accountant client privilege federally authorized tax practitioner
7526: low income taxpayer clinic
7527a: advance child tax credit payments
7529: identity theft notify
7602: summons books witness IRS examine
7603: serve summons
7604: enforce summons
7605: time place exam second inspection one
7609: third-party summons notice John Doe quash
7611: church audit
7612: software source code summons
7623: whistleblower award 15 30 percent informant
7701: definitions person corporation partnership resident alien green card substantial presence day count economic substance disregarded lease
7702: life insurance contract definition
7702a: modified endowment contract seven-pay
7702b: long-term care insurance qualified
7703: marital status married when determined living apart
7704: publicly traded partnership MLP taxed as corporation 90 percent qualifying income
7705: certified PEO
7801: treasury authority
7803: commissioner IRS taxpayer bill of rights advocate appeals
7805: regulations retroactive
7811: taxpayer advocate assistance order hardship
7852: treaty law other
7871: Indian tribal governments as states
7872: below-market loan interest-free loan family employee shareholder gift loan imputed interest
7873: Indian fishing rights
7874: inversion expatriated foreign parent 60 80 percent
9001: presidential election campaign fund
9501: black lung fund
9502: airport airway fund
9503: highway trust fund
9505: harbor fund
9507: superfund
9510: vaccine injury fund
9701: coal miners health combined fund
9801: preexisting condition health plan
9802: health plan discrimination based on health status wellness
9811: newborn mothers hospital stay 48 hours
9812: mental health parity
9813: student medical leave coverage
9816: surprise medical bills emergency out-of-network
9817: air ambulance bills
9825: pharmacy drug reporting
`;
