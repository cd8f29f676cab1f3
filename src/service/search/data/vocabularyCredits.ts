/** Everyday words for the subjects of the Internal Revenue Code, rates and credits (§§ 1-59A), section by section in the order of its table of contents. */
export const CREDITS = `
1: tax brackets rates individual income tax single joint head of household long-term capital gains rate 0 15 20 percent qualified dividends kiddie tax child's investment unearned income parent's rate inflation adjustment trust estate brackets collectibles art coins unrecaptured depreciation 25 percent
2: surviving spouse widow widower qualifying head of household filing status unmarried single parent keeps up home
3: tax tables look up tax
11: corporate income tax rate flat 21 percent C corporation company tax
15: rate change during year blended rate
21: child care daycare nanny babysitter after-school summer camp credit while parents work dependent care expenses
22: elderly disabled credit retired on disability 65 or older
23: adopt adopting a child adoption costs credit special needs
24: child tax credit per kid children under 17 other dependents refundable additional phaseout
25: mortgage credit certificate first-time low income borrower
25a: college tuition education credit American opportunity lifetime learning hope student university costs
25b: saver's credit low income worker contributes to IRA or retirement plan
25c: insulation windows doors heat pump furnace energy-efficient home improvement credit
25d: solar panels on house rooftop residential solar battery geothermal wind homeowner credit
25e: used electric car previously owned clean vehicle credit
26: nonrefundable credits cannot exceed tax liability
27: foreign tax credit allowed
30b: hybrid fuel cell vehicle credit
30c: electric car charger charging station home refueling property credit
30d: buying new electric car EV plug-in clean vehicle credit battery critical minerals north american assembly price cap
31: credit for wage withholding paycheck tax withheld excess social security
32: earned income credit EITC low income worker qualifying child refundable disqualified investment income
33: credit for tax withheld on foreign person
34: farm off-highway fuel tax credit gasoline
35: health coverage credit displaced trade workers
36: first-time homebuyer credit repayment
36b: premium tax credit marketplace exchange health insurance subsidy Obamacare Affordable Care Act poverty line
37: overpayment of tax refundable
38: general business credit limit combined components ordering
39: unused business credits carry back one year forward 20 years
40: ethanol alcohol fuel credit
40a: biodiesel renewable diesel credit
40b: sustainable aviation jet fuel credit
41: research and development R&D credit qualified research expenses wages contract research startup payroll offset base amount software experimentation
42: low-income housing tax credit LIHTC affordable rental apartments tenants rent restricted extended use recapture
43: enhanced oil recovery credit
44: disabled access credit small business ramps accessibility ADA
45: wind solar renewable electricity production credit PTC per kilowatt hour geothermal biomass
45a: Indian employment credit tribal member wages
45b: restaurant tip credit employer social security on tips FICA tip
45c: orphan drug credit rare disease clinical testing
45d: new markets tax credit community development entity low-income community investment
45e: small employer starts pension 401k plan startup cost credit
45f: employer-provided child care facility daycare at work credit
45g: short line railroad track maintenance credit
45h: low sulfur diesel small refiner credit
45i: marginal well oil gas credit
45j: advanced nuclear power plant production credit
45k: nonconventional source fuel credit
45l: home builder energy efficient new home credit contractor
45n: mine rescue team training credit
45o: agricultural chemicals security credit
45p: employer differential wage credit military reservist called to active duty
45q: carbon capture sequestration carbon dioxide oxide per ton direct air capture
45r: small business health insurance premium credit 25 employees
45s: paid family and medical leave employer credit
45t: automatic enrollment credit small employer
45u: existing nuclear power credit zero-emission
45v: clean hydrogen production credit per kilogram
45w: commercial clean vehicle business electric truck credit
45x: advanced manufacturing production solar cells batteries components credit made in America
45y: clean electricity production technology-neutral
45z: clean transportation fuel production credit
46: investment credit amount sum
47: historic building rehabilitation credit certified old structure restore renovation
48: energy investment tax credit ITC solar storage fuel cell
48a: advanced clean coal project
48b: gasification project
48c: advanced energy project manufacturing allocation credit
48d: semiconductor chips fab factory investment credit CHIPS
48e: clean electricity investment credit
49: at-risk limits investment credit nonrecourse
50: investment credit recapture early disposal basis reduction by half of credit sold within five years
51: work opportunity tax credit WOTC hire veteran ex-felon targeted group food stamps long-term unemployed
52: controlled group employers treated as single employer work opportunity
53: minimum tax credit prior year AMT carryforward
55: alternative minimum tax AMT exemption rate tentative minimum tax corporate 15 percent book minimum applicable corporation
56: AMT adjustments add back state taxes standard deduction incentive stock options depreciation alternative NOL
56a: corporate book minimum adjusted financial statement income AFSI audited financials
57: AMT preference items private activity bond interest depletion intangible drilling excluded small business stock gain
58: AMT passive farm loss denial
59: AMT foreign tax credit other definitions optional write-off period ten years
59a: base erosion anti-abuse tax BEAT payments to foreign related parties affiliate large corporation gross receipts
`;
